/**
 * Passwords: hashed with a function that cannot be inverted, and compared with their hash.
 * `src/system/` does it with argon2id.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Calls `hashOf` once there is room for the work, so a caller that is refused for lack of room
   * (OVERLOADED) has read and counted nothing. If it returns null (no such account), `verify` takes
   * as long as with a hash and returns false.
   */
  verify(password: string, hashOf: () => Promise<string | null>): Promise<boolean>;
}
