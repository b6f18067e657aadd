/**
 * Mail addresses as names of people: normalised, so that one person has one account, and checked by
 * a rule that accepts the usual forms and nothing that could break a header or a page. Must never
 * decide whether a person reads mail there.
 */
import { lineFault } from '../text.ts';

const POINTS_MAX = 254;
const FORM = /^[^\s@<>"(),:;[\]\\]{1,64}@[^\s@<>"(),:;[\]\\]+$/u;

/**
 * The stored and compared form: lower case, because mail servers ignore case, and composed Unicode.
 */
export function normalEmail(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

/** Why a normalised text is no mail address; null if it is one. */
export function emailFault(email: string): string | null {
  const fault = lineFault(email, { min: 1, max: POINTS_MAX });
  if (fault !== null) return fault;
  return FORM.test(email) ? null : 'Send an e-mail address such as kim@example.com.';
}

/** The part behind the @; empty if there is none. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
