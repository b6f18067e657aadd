/**
 * Reads a model's answer as JSON, even if a Markdown fence or a sentence surrounds it. Readers
 * collect faults, worded for the model, instead of throwing. Total and bounded: the cost is linear
 * in the length of the answer, even if it is hostile.
 */

export type Read<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly faults: readonly string[] };

export type JsonObject = Readonly<Record<string, unknown>>;

/** The longest answer in UTF-16 units, far longer than any that is asked for. */
export const ANSWER_UNITS_MAX = 200_000;
/** How many faults the model is told; more would not help it. */
const FAULTS_MAX = 10;

/** Reads the object of an answer; an array or a plain value is a fault. */
export function readObject(answer: string): Read<JsonObject> {
  if (answer.length > ANSWER_UNITS_MAX) return invalid(['the answer is far too long']);
  for (const text of candidatesOf(answer)) {
    const value = parsed(text);
    if (isObject(value)) return { kind: 'ok', value };
  }
  return invalid(['the answer is not one JSON object']);
}

/**
 * The parts of an answer that may be JSON: all of it, the content of a fence, and the outermost
 * braces.
 */
function candidatesOf(answer: string): readonly string[] {
  const plain = answer.replace(/^\ufeff/, '').trim();
  // Some models write their reasoning first.
  const thought = plain.lastIndexOf('</think>');
  const rest = thought < 0 ? plain : plain.slice(thought + '</think>'.length).trim();
  const first = rest.indexOf('{');
  const last = rest.lastIndexOf('}');
  return first < 0 || last < first ? [rest] : [rest, rest.slice(first, last + 1)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Collects faults. After a fault a reader returns a placeholder, which `field` discards. */
export class Faults {
  readonly #found: string[] = [];

  add(fault: string): void {
    if (this.#found.length < FAULTS_MAX && !this.#found.includes(fault)) this.#found.push(fault);
  }

  /** Returns `value` if there was no fault. */
  unless<Value>(value: Value): Read<Value> {
    return this.#found.length === 0 ? { kind: 'ok', value } : invalid(this.#found);
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /**
   * Reads one field; if it has faults, the field is null and its faults are reported with the
   * others.
   */
  field<Value>(read: (faults: Faults) => Value): Value | null {
    const own = new Faults();
    const value = read(own);
    for (const fault of own.#found) this.add(fault);
    return own.isEmpty ? value : null;
  }

  text(value: unknown, name: string, max: number): string {
    if (typeof value !== 'string') this.add(`${name} must be a string`);
    else if (value.length > max) this.add(`${name} must have at most ${max} characters`);
    else if (!value.isWellFormed()) this.add(`${name} must be well-formed text`);
    else return value.trim();
    return '';
  }

  textOrNull(value: unknown, name: string, max: number): string | null {
    if (value === null || value === undefined) return null;
    const text = this.text(value, name, max);
    return text === '' ? null : text;
  }

  number(value: unknown, name: string, bounds: { readonly min: number; readonly max: number }) {
    if (typeof value === 'number' && value >= bounds.min && value <= bounds.max) return value;
    this.add(`${name} must be a number from ${bounds.min} to ${bounds.max}`);
    return bounds.min;
  }

  list(value: unknown, name: string, max: number): readonly unknown[] {
    if (!Array.isArray(value)) {
      this.add(`${name} must be a list`);
      return [];
    }
    if (value.length > max) this.add(`${name} must have at most ${max} entries`);
    return value.slice(0, max);
  }

  object(value: unknown, name: string): JsonObject {
    if (isObject(value)) return value;
    this.add(`${name} must be an object`);
    return {};
  }
}

function invalid(faults: readonly string[]): Read<never> {
  return { kind: 'invalid', faults };
}
