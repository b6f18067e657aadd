/**
 * Codes of an authenticator app (TOTP, RFC 6238) as the engine asks for them: SHA-1, 30 seconds,
 * six digits, which is what the apps know. `src/system/` implements it with node:crypto.
 */
export interface OneTimeCodes {
  /** 160 random bits as base32 (RFC 4648), without padding. */
  secret(): string;
  /**
   * The step of time whose code this is, of the present one, the one before and the one after;
   * null: of none of them. Takes as long for each answer.
   */
  stepOf(secret: string, code: string, nowMs: number): number | null;
  /** A code of a list to keep on paper: 80 random bits in groups. */
  recoveryCode(): string;
}
