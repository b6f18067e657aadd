/**
 * Passwords as the engine asks for them: made into something that cannot be turned back, and
 * compared. `src/system/` does it with argon2id.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** `hash` null: nobody has this account. Takes as long as if somebody had, and is false. */
  verify(password: string, hash: string | null): Promise<boolean>;
}
