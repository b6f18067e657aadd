/**
 * The rules of passwords: 12 to 256 characters in one normal form, not the person's own address,
 * and not a few characters repeated. No classes of characters are required, because length matters
 * most (NIST SP 800-63B, section 5.1.1). Must never put a password in a message.
 */
import { codePointCount } from '../text.ts';

export const PASSWORD_POINTS = { min: 12, max: 256 } as const;
const DISTINCT_MIN = 5;

/** The same key strokes give the same text on every system. */
export function normalPassword(text: string): string {
  return text.normalize('NFC');
}

/** Why a normalised text may not be a password; null if it may. */
export function passwordFault(password: string, email: string): string | null {
  if (!password.isWellFormed()) return 'Send well-formed Unicode.';
  const length = codePointCount(password);
  const { min, max } = PASSWORD_POINTS;
  if (length < min) return `Use ${min} or more characters; this has ${length}.`;
  if (length > max) return `Use at most ${max} characters; this has ${length}.`;
  if (password.toLowerCase() === email) return 'Use something else than your e-mail address.';
  if (new Set(password).size < DISTINCT_MIN) {
    return `Use at least ${DISTINCT_MIN} different characters.`;
  }
  return null;
}
