/**
 * Passwords as the engine asks for them: made into something that cannot be turned back, and
 * compared. `src/system/` does it with argon2id.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * `hashOf` is called once there is room for the work: a caller that is refused because there is
   * none (OVERLOADED) has looked up and counted nothing. If it answers null (no such account),
   * `verify` takes as long as with one, and is false.
   */
  verify(password: string, hashOf: () => Promise<string | null>): Promise<boolean>;
}
