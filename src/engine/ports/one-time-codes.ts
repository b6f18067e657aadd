/**
 * Codes of an authenticator app (TOTP, RFC 6238): SHA-1, 30 seconds, six digits, which every app
 * supports. `src/system/` implements it with node:crypto.
 */
export interface OneTimeCodes {
  /** Creates 160 random bits as base32 (RFC 4648), without padding. */
  secret(): string;
  /**
   * Returns the time step of the code if it is that of the present step, the one before or the one
   * after; else null. Takes equally long for each answer.
   */
  stepOf(secret: string, code: string, nowMs: number): number | null;
  /** Creates a recovery code to be kept on paper: 80 random bits in groups. */
  recoveryCode(): string;
}
