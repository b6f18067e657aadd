/**
 * Requests with a canary in every free field, made from the schemas of the served document, so that
 * a later field has one too. A canary looks like a sentence, an enumerated word, one of our ids or
 * a time, because masking must not trust the look of a text.
 */

export const CANARY_FORMS = {
  sentence: (place: string) => `canary ${place} said so`,
  word: (place: string) => `CANARY_${place.toUpperCase().replaceAll(/[^A-Z]/g, '_')}`.slice(0, 60),
  id: () => 'ep_CANARY0000000000001',
  time: () => '1919-01-01T00:00:00.000Z',
} as const;
export type CanaryForm = keyof typeof CANARY_FORMS;

/** A canary of any form, escaped or not. */
export const CANARY = /canary|1919-01-01/i;

type Fields = Readonly<Record<string, unknown>>;

/** Fields that every viewer sees by design, or that have a form of their own. */
const NO_CANARY = new Set([
  'callId',
  'callSid',
  'reportId',
  'status',
  'language',
  'engine',
  'acwAgentId',
  'acwRunId',
  'timestamp',
  'occurredAt',
  'startedAt',
  'answeredAt',
  'endedAt',
]);

/** A body of the schema with a canary in each free text and name; `fixed` fields win. */
export function canaryBody(
  document: unknown,
  schemaName: string,
  form: CanaryForm,
  fixed: object,
): object {
  const components = Reflect.get(Object(Reflect.get(Object(document), 'components')), 'schemas');
  const schema = fieldsOf(components)[schemaName];
  return { ...Object(filled(fieldsOf(components), schema, form, '')), ...fixed };
}

/** The names of all fields in the document. */
export function namesIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const each of value) namesIn(each, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (key === 'properties') for (const name of Object.keys(Object(part))) found.add(name);
      namesIn(part, found);
    }
  }
  return found;
}

function filled(components: Fields, schema: unknown, form: CanaryForm, place: string): unknown {
  const {
    $ref,
    anyOf,
    type,
    items,
    properties,
    additionalProperties,
    enum: words,
  } = fieldsOf(schema);
  const at = (next: unknown, name = place) => filled(components, next, form, name);
  if (typeof $ref === 'string') return at(components[$ref.replace(/^.*\//, '')]);
  if (Array.isArray(anyOf)) return at(anyOf[0]);
  if (Array.isArray(words)) return words[0];
  const canary = CANARY_FORMS[form](place);
  if (type === 'string') return canary;
  if (type === 'array') return [at(items)];
  if (type === 'integer' || type === 'number') return 0;
  if (type !== 'object') return undefined;
  if (additionalProperties === true) return { [canary]: canary, list: [canary], deep: { canary } };
  const kept = Object.entries(fieldsOf(properties)).filter(([name]) => !NO_CANARY.has(name));
  return Object.fromEntries(kept.map(([name, part]) => [name, at(part, name)]));
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
