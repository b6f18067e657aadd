/**
 * Checks that a value from outside has the shape that a page reads. A check answers where it first
 * fails, as a path such as `call.timeline.firings[3].trigger`; null when all is well. Pure. Members
 * that nobody reads are let be: a newer service may write more.
 */

export type Check = (value: unknown, path: string) => string | null;

const when =
  (holds: (value: unknown) => boolean): Check =>
  (value, path) =>
    holds(value) ? null : path;

export const text: Check = when((value) => typeof value === 'string');
export const flag: Check = when((value) => typeof value === 'boolean');
export const count: Check = when((value) => typeof value === 'number' && Number.isFinite(value));
export const time: Check = when(
  (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
);

export function oneOf(values: readonly string[]): Check {
  return when((value) => values.some((one) => one === value));
}

export function orNull(check: Check): Check {
  return (value, path) => (value === null ? null : check(value, path));
}

export function optional(check: Check): Check {
  return (value, path) => (value === undefined ? null : check(value, path));
}

export function listOf(check: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return path;
    for (const [index, one] of value.entries()) {
      const fault = check(one, `${path}[${index}]`);
      if (fault !== null) return fault;
    }
    return null;
  };
}

export function object(members: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return path;
    const present = new Map(Object.entries(value));
    for (const [name, check] of Object.entries(members)) {
      const fault = check(present.get(name), path === '' ? name : `${path}.${name}`);
      if (fault !== null) return fault;
    }
    return null;
  };
}
