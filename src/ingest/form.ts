/**
 * Step 1 for providers that post forms: parses `application/x-www-form-urlencoded` strictly. A
 * broken escape, text that is not UTF-8 or too many fields is malformed, never guessed, because a
 * signature is computed over the parsed values. Repeated fields are all kept.
 */

export type FormResult =
  | { readonly kind: 'form'; readonly fields: FormFields }
  | { readonly kind: 'malformed'; readonly detail: string };

/** Values by name, in the order of the body. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/** The most fields; a status callback has about 40. */
export const FORM_FIELDS_MAX = 500;

export function parseForm(text: string): FormResult {
  const parts = text.split('&', FORM_FIELDS_MAX + 1);
  if (parts.length > FORM_FIELDS_MAX) {
    return { kind: 'malformed', detail: `The form has more than ${FORM_FIELDS_MAX} fields.` };
  }
  const fields = new Map<string, string[]>();
  for (const part of parts) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = decode(equals < 0 ? '' : part.slice(equals + 1));
    if (name === null || value === null) {
      return { kind: 'malformed', detail: 'The form holds a broken percent escape.' };
    }
    if (name === '') return { kind: 'malformed', detail: 'A field of the form has no name.' };
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  if (fields.size === 0) return { kind: 'malformed', detail: 'The form is empty.' };
  return { kind: 'form', fields };
}

type Pairs = readonly (readonly [name: string, value: string])[];

/** Of a form the signature asks for them, and the search for words that were moved. */
const sorted = new WeakMap<FormFields, Pairs>();

/** Fields by name, and of each its distinct values, both sorted: as they are signed. */
export function sortedPairs(fields: FormFields): Pairs {
  const known = sorted.get(fields);
  if (known !== undefined) return known;
  const pairs = [...fields.keys()].sort().flatMap((name) => {
    const values = fields.get(name) ?? [];
    const distinct = values.length > 1 ? [...new Set(values)].sort() : values;
    return distinct.map((value) => [name, value] as const);
  });
  sorted.set(fields, pairs);
  return pairs;
}

const ESCAPED = /[%+]/;

function decode(part: string): string | null {
  if (!ESCAPED.test(part)) return part;
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
