/**
 * Null for an optional field of a body counts as absent: many languages write what is not there so.
 * Where null has a meaning of its own (a patch that goes back to the default) the schema takes it,
 * and it stays. Must never look into what a schema leaves open, such as the result of an agent.
 */

/** Removes them from `value` itself. `schema`: of the body, as it stands in the document. */
export function dropNulls(schema: unknown, value: unknown): void {
  if (!isRecord(schema) || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) dropNulls(schema.items, item);
    return;
  }
  if (!isRecord(schema.properties)) return;
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  for (const [name, part] of Object.entries(schema.properties)) {
    const member: unknown = Reflect.get(value, name);
    if (member !== null) dropNulls(part, member);
    else if (!required.includes(name) && !takesNull(part)) Reflect.deleteProperty(value, name);
  }
}

function takesNull(schema: unknown): boolean {
  if (!isRecord(schema)) return true;
  const { type, anyOf, oneOf } = schema;
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  if (Array.isArray(schema.enum)) return schema.enum.includes(null);
  if ('const' in schema) return schema.const === null;
  const choices = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null;
  // What says nothing of its type takes anything.
  return choices === null ? type === undefined : choices.some(takesNull);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
