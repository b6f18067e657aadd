/**
 * Step 1: parses a request body, or refuses it with the place of the fault. Stricter than
 * JSON.parse: UTF-8 only, no duplicate keys, bounded depth and number of keys, no NUL, no lone
 * surrogate, no number beyond a double. One scan over the text, then JSON.parse. Must never put
 * text of the body in a message. A route that takes more states its rules. Source: S12.3.
 */
import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../../core/error/service-error.ts';

export interface JsonRules {
  readonly depthMax: number;
  readonly keysMax: number;
  /** Whether the keys of each item of a batch, `{name: [item, ...]}`, are counted separately. */
  readonly keysPerItem: boolean;
  /** The most elements of one array. */
  readonly elementsMax: number;
  /**
   * The most keys and elements of the whole body. The schema validator visits each one and records
   * its faults, about 3 us each: 4 MiB of `0,` held the process for minutes.
   */
  readonly valuesMax: number;
}

/** The rules for a route that states none. */
export const JSON_RULES: JsonRules = {
  depthMax: 32,
  keysMax: 1_000,
  keysPerItem: false,
  elementsMax: 1_000,
  valuesMax: 10_000,
};

/** The depth of a batch's items: object, array, item. */
const ITEM_DEPTH = 3;
/** Up to this number of keys a list is faster than a set. */
const KEYS_LISTED_MAX = 12;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const HEX4 = /[0-9a-fA-F]{4}/y;
const ESCAPED = '"\\/bfnrt';

const BYTE_ORDER_MARK =
  'The body begins with a byte order mark (EF BB BF). Send UTF-8 without one.';

/** Throws MALFORMED_JSON, or INVALID_INPUT for an array that is too long. */
export function parseJson(bytes: Buffer, rules: JsonRules): unknown {
  if (bytes.length === 0) throw malformed('The body is empty.');
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  if (text.startsWith('\ufeff')) throw malformed(BYTE_ORDER_MARK);
  const scan = new JsonScan(text, rules);
  scan.document();
  return JSON.parse(text);
}

/** Scans the text once; each method leaves `at` after what it read. */
class JsonScan {
  readonly #text: string;
  readonly #rules: JsonRules;
  #at = 0;
  #depth = 0;
  #keys = 0;
  #values = 0;

  constructor(text: string, rules: JsonRules) {
    this.#text = text;
    this.#rules = rules;
  }

  document(): void {
    this.#value();
    this.#space();
    if (this.#at < this.#text.length) this.#fail('the value is over, nothing may follow');
  }

  #value(): void {
    this.#space();
    const code = this.#text.charCodeAt(this.#at);
    if (code === 0x7b) this.#object();
    else if (code === 0x5b) this.#array();
    else if (code === 0x22) this.#string();
    else if (code === 0x74) this.#word('true');
    else if (code === 0x66) this.#word('false');
    else if (code === 0x6e) this.#word('null');
    else this.#number();
  }

  #object(): void {
    this.#enter();
    if (this.#rules.keysPerItem && this.#depth === ITEM_DEPTH) this.#keys = 0;
    const seen = new KeySet();
    this.#space();
    while (this.#text.charCodeAt(this.#at) !== 0x7d) {
      if (seen.size > 0) {
        this.#expect(0x2c, 'a comma or a closing brace');
        this.#space();
      }
      if (this.#text.charCodeAt(this.#at) !== 0x22) this.#fail('a key in double quotes is missing');
      const start = this.#at;
      const escaped = this.#string();
      const raw = this.#text.slice(start + 1, this.#at - 1);
      const key = escaped ? String(JSON.parse(`"${raw}"`)) : raw;
      if (!seen.add(key)) this.#fail('a key is repeated', start);
      this.#keys += 1;
      if (this.#keys > this.#rules.keysMax) this.#fail(`more than ${this.#rules.keysMax} keys`);
      this.#countValue();
      this.#space();
      this.#expect(0x3a, 'a colon');
      this.#value();
      this.#space();
    }
    this.#leave();
  }

  #array(): void {
    this.#enter();
    this.#space();
    let elements = 0;
    while (this.#text.charCodeAt(this.#at) !== 0x5d) {
      if (elements > 0) this.#expect(0x2c, 'a comma or a closing bracket');
      elements += 1;
      if (elements > this.#rules.elementsMax) this.#failLongArray();
      this.#countValue();
      this.#value();
      this.#space();
    }
    this.#leave();
  }

  /** Returns true if the text has an escape. */
  #string(): boolean {
    const text = this.#text;
    const start = this.#at;
    let escaped = false;
    let at = start + 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        escaped = true;
        at = this.#escape(at);
      } else if (code >= 0x20) {
        at += 1;
      } else if (at < text.length) {
        this.#fail('a control character must be escaped', at);
      } else {
        this.#fail('a text does not end', start);
      }
    }
    this.#at = at + 1;
    return escaped;
  }

  /** `at` is the backslash; returns the position after the escape. */
  #escape(at: number): number {
    const text = this.#text;
    const letter = text.charAt(at + 1);
    if (letter !== 'u') {
      if (letter === '' || !ESCAPED.includes(letter)) this.#fail('there is no such escape', at);
      return at + 2;
    }
    const code = this.#hex(at);
    if (code === 0) this.#fail('NUL is not allowed', at);
    if (code < 0xd800 || code > 0xdfff) return at + 6;
    const low = code <= 0xdbff && text.startsWith('\\u', at + 6) ? this.#hex(at + 6) : 0;
    if (low < 0xdc00 || low > 0xdfff) this.#fail('a surrogate stands alone', at);
    return at + 12;
  }

  #hex(at: number): number {
    HEX4.lastIndex = at + 2;
    const digits = HEX4.exec(this.#text)?.[0];
    if (digits === undefined) this.#fail('four hexadecimal digits are missing', at);
    return Number.parseInt(digits, 16);
  }

  #number(): void {
    NUMBER.lastIndex = this.#at;
    const digits = NUMBER.exec(this.#text)?.[0];
    if (digits === undefined) this.#fail('a value is missing');
    if (!Number.isFinite(Number(digits))) this.#fail('the number is too large');
    this.#at += digits.length;
  }

  #word(word: string): void {
    if (!this.#text.startsWith(word, this.#at)) this.#fail('a value is missing');
    this.#at += word.length;
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #expect(code: number, what: string): void {
    if (this.#text.charCodeAt(this.#at) !== code) this.#fail(`${what} is missing`);
    this.#at += 1;
  }

  #enter(): void {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > this.#rules.depthMax) {
      this.#fail(`nested deeper than ${this.#rules.depthMax} levels`, this.#at - 1);
    }
  }

  #leave(): void {
    this.#at += 1;
    this.#depth -= 1;
  }

  #countValue(): void {
    this.#values += 1;
    const { valuesMax } = this.#rules;
    if (this.#values > valuesMax) this.#fail(`more than ${valuesMax} keys and elements in all`);
  }

  #fail(what: string, at = this.#at): never {
    throw malformed(`The body is not acceptable JSON at ${this.#place(at)}: ${what}.`);
  }

  /** Valid JSON, but longer than any list of the API. */
  #failLongArray(): never {
    const most = `an array has more than ${this.#rules.elementsMax} elements, the most it may have`;
    throw new ServiceError('INVALID_INPUT', `At ${this.#place(this.#at)} ${most}.`);
  }

  #place(at: number): string {
    let line = 1;
    let lineStart = 0;
    for (;;) {
      const end = this.#text.indexOf('\n', lineStart);
      if (end < 0 || end >= at) break;
      line += 1;
      lineStart = end + 1;
    }
    return `line ${line}, column ${at - lineStart + 1}`;
  }
}

/** The keys of one object: a list while they are few, then a set. */
class KeySet {
  readonly #list: string[] = [];
  #set: Set<string> | null = null;

  get size(): number {
    return this.#list.length;
  }

  /** Returns false if the key is there already. */
  add(key: string): boolean {
    if (this.#set?.has(key) ?? this.#list.includes(key)) return false;
    this.#list.push(key);
    if (this.#set !== null) this.#set.add(key);
    else if (this.#list.length > KEYS_LISTED_MAX) this.#set = new Set(this.#list);
    return true;
  }
}

function malformed(detail: string): ServiceError {
  return new ServiceError('MALFORMED_JSON', detail);
}
