/**
 * What the provider signs is the address and every name and value, one after the other without a
 * mark between: text can move from a field into the query, from the query into a field's name, or
 * from one field into the next, and the signature stays good. Here a request is held to the one
 * reading that the provider meant, so that a captured signature serves no other call.
 * Must run for every request whose signature matches.
 */
import type { FormFields } from '../form.ts';

/** The least of all names that the family sends: the address ends where it begins. */
const FIRST = 'AccountSid';

/** Names that decide about a call, and that no text of a caller holds by chance. */
const DECISIVE = [
  ...[FIRST, 'AnsweredBy', 'CallSid', 'CallStatus', 'ErrorCode', 'SequenceNumber'],
  ...['SipResponseCode', 'SipResultCode'],
] as const;

/** `ParentCallSid`: a word before the name, and no value of another field. */
const OF_ANOTHER_LEG = new RegExp(`^[A-Za-z]+(?:${DECISIVE.join('|')})$`);

/** A sentence, or null when there is one reading only. */
export function boundaryFault(address: string, fields: FormFields): string | null {
  const names = [...fields.keys()].sort();
  if (names[0] !== FIRST || fields.get(FIRST)?.length !== 1) {
    return `The first field by name must be ${FIRST}, once: the signed address ends there.`;
  }
  if (address.includes(FIRST)) return `The address of the callback may not hold ${FIRST}.`;
  const unsure = names.find(
    (name) => isUnsureName(name) || (fields.get(name) ?? []).some(holdsDecisive),
  );
  return unsure === undefined
    ? null
    : `${cut(unsure)} holds the name of another field, so it is not sure where it ends.`;
}

function isUnsureName(name: string): boolean {
  const known: readonly string[] = DECISIVE;
  return holdsDecisive(name) && !known.includes(name) && !OF_ANOTHER_LEG.test(name);
}

function holdsDecisive(text: string): boolean {
  return DECISIVE.some((word) => text.includes(word));
}

function cut(name: string): string {
  return name.replace(/[^\x21-\x7e]/g, ' ').slice(0, 64);
}
