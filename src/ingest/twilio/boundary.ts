/**
 * The provider signs the address and every name and value, one after the other without a separator.
 * So text could be moved from a field into the query, from the query into a field's name, or from
 * one field into the next, and the signature would stay valid. This file accepts a request only if
 * it has the one reading that the provider meant, so that a captured signature serves no other
 * call. Must run for every request whose signature matches.
 */
import type { FormFields } from '../form.ts';
import { unsureField } from '../signature/form-boundary.ts';
import { signedAddresses } from '../signature/form-hmac.ts';
import { parseTimestamp } from './timestamp.ts';

/** The first of all names in alphabetical order: the address ends where it begins. */
const FIRST = 'AccountSid';

/** Names that decide about a call, and that no text of a caller contains by chance. */
const DECISIVE = [
  FIRST,
  'AnsweredBy',
  'CallSid',
  'CallStatus',
  'ErrorCode',
  'RecordingStatus',
  'RecordingUrl',
  'SequenceNumber',
  'SipResponseCode',
  'SipResultCode',
] as const;

/**
 * Such names, too, but a company's name may contain these words: they count only with a value after
 * them.
 */
const WORDS = new RegExp(
  `${DECISIVE.join('|')}|Direction(?=(?:in|out)bound)|Timestamp(?=(?:[A-Z][a-z]{2}, )?\\d)`,
  'g',
);

const NUMBER = /^\d{1,9}$/;
/**
 * The forms of the values that are read. Names of the family begin with a capital, so a name that
 * was joined to the value before it shows, and so does a missing part.
 */
const FORMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['AnsweredBy', /^[a-z_]{1,32}$/],
  ['CallSid', /^(?:[A-Z]{2})?[0-9a-z:._-]{1,126}$/],
  ['ErrorCode', NUMBER],
  ['SequenceNumber', NUMBER],
  ['SipResponseCode', NUMBER],
  ['SipResultCode', NUMBER],
];
/** Sent by relatives of the provider; `timestamp.ts` reads the provider's own form. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})$/;

/** Returns a sentence, or null if there is only one reading. */
export function boundaryFault(address: string, fields: FormFields): string | null {
  const isFirst = [...fields.keys()].every((name) => name >= FIRST);
  if (!isFirst || fields.get(FIRST)?.length !== 1) {
    return `The first field by name must be ${FIRST}, once: the signed address ends there.`;
  }
  // The name may be escaped in the address but plain in another form that is signed as well.
  if (signedAddresses(address).some((each) => each.includes(FIRST)))
    return `The address of the callback may not hold ${FIRST}.`;
  const unsure = unsureField(fields, WORDS);
  if (unsure !== null) {
    return `${cut(unsure)} holds the name of another field, so it is not sure where it ends.`;
  }
  const formless = formlessOf(fields);
  return formless === null
    ? null
    : `${formless} is not of its form, so it is not sure where it ends.`;
}

/** An empty field counts as missing, but an empty time is a time that was removed. */
function formlessOf(fields: FormFields): string | null {
  for (const [name, form] of FORMS) {
    if (fields.get(name)?.some((value) => value !== '' && !form.test(value))) return name;
  }
  const isTime = (text: string) => parseTimestamp(text) !== null || ISO_TIME.test(text);
  return fields.get('Timestamp')?.every(isTime) === false ? 'Timestamp' : null;
}

function cut(name: string): string {
  return name.replace(/[^\x21-\x7e]/g, ' ').slice(0, 64);
}
