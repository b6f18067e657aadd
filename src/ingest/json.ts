/**
 * Step 1 for platforms that post JSON: the body as an object, and values in it by a path such as
 * `data.payload.call_id`. A value of another type counts as missing, never as its text.
 */
import { TIME_MS_MAX } from '../core/time.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Null if the text is no JSON or no object. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names separated by points; only own members count. */
export function valueAt(object: JsonObject, path: string): unknown {
  let value: unknown = object;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Null if it is missing, empty, or no text. */
export function textAt(object: JsonObject, path: string): string | null {
  const value = valueAt(object, path);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Null if it is missing or no finite number; a text of digits is none. */
export function numberAt(object: JsonObject, path: string): number | null {
  const value = valueAt(object, path);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Epoch ms of a number of units since 1970; null if it is no number or not of 1970 to 9999. */
export function timeAt(object: JsonObject, path: string, unitMs: 1 | 1_000): number | null {
  const value = numberAt(object, path);
  if (value === null) return null;
  const atMs = Math.round(value * unitMs);
  return atMs >= 0 && atMs <= TIME_MS_MAX ? atMs : null;
}
