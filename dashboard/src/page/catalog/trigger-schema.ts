/**
 * The JSON Schema of what a trigger sends, as the API document has it, ready to stand alone in a
 * file. Pure.
 */

export const SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** `document`: the whole OpenAPI document. Null: it knows nothing of this trigger. */
export function triggerSchema(document: unknown, trigger: string): string | null {
  const path = [
    'webhooks',
    trigger,
    'post',
    'requestBody',
    'content',
    'application/json',
    'schema',
  ];
  const schema = path.reduce(memberOf, document);
  if (typeof schema !== 'object' || schema === null) return null;
  return `${JSON.stringify({ $schema: SCHEMA_DIALECT, title: trigger, ...schema }, null, 2)}\n`;
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(key);
}
