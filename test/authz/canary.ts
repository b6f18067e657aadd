/**
 * Requests whose every free field holds a canary, read from the schemas of the served document, so
 * that a field which comes later has one too. A canary has the form of a sentence, of a word of a
 * list, of one of our ids or of a time: masking must not believe how a text looks.
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

/** What shows to everybody by design, or has a form of its own: left out, or as `fixed` has it. */
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

/** A body by its schema with a canary in each text and name that are free; `fixed` goes over it. */
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

/** Every name that a field of the document has. */
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
