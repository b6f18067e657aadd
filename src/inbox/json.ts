/**
 * JSON of an untrusted sender: parsed whole, but shown only if it is not nested so deeply that
 * writing it again would exhaust the stack. Never throws.
 */

const DEPTH_MAX = 64;

/** Undefined if it is no JSON, or nested too deeply. */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return depthOf(value) <= DEPTH_MAX ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The value under a key of an object, or an index of a list; undefined if there is none. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : null;
}

export function listAt(
  value: unknown,
  ...path: readonly (string | number)[]
): readonly unknown[] | null {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : null;
}

/** Iterative, because a text of 100,000 brackets would exhaust the stack. */
function depthOf(value: unknown): number {
  let depth = 0;
  let level: unknown[] = [value];
  while (level.length > 0 && depth <= DEPTH_MAX) {
    depth += 1;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return depth;
}
