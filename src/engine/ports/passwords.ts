/**
 * Passwords as the engine asks for them: made into something that cannot be turned back, and
 * compared. `src/system/` does it with argon2id.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * `hashOf` is asked once there is room for the work: who is refused because there is none
   * (OVERLOADED) has looked up and counted nothing. It answers null when nobody has the account;
   * that takes as long as if somebody had, and is false.
   */
  verify(password: string, hashOf: () => Promise<string | null>): Promise<boolean>;
}
