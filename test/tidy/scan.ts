/**
 * Reads TypeScript as text for the tidy rules: which characters are code, comments, strings,
 * template text or regular expressions. TypeScript 7 offers no compiler API, and a rule that took a
 * word in a comment for code would be noise. Blanked text keeps its length and line breaks, so
 * positions and line numbers stay true.
 */

export interface Scan {
  /** Comments blanked, strings kept. */
  readonly uncommented: string;
  /** Comments, strings, template text and regular expressions blanked. */
  readonly code: string;
}

const REGEX_AFTER = '(,=:[!&|?{};+-*%>~^';
const REGEX_AFTER_WORD = /\b(?:return|typeof|case|in|of|do|else|void|delete|throw|await|yield)$/;

/** Eight rules ask about the same 10 MB of text, which take 0.3 s to read once. */
const scanned = new Map<string, Scan>();

export function scan(text: string): Scan {
  const known = scanned.get(text);
  if (known !== undefined) return known;
  const made = read(text);
  scanned.set(text, made);
  return made;
}

function read(text: string): Scan {
  const uncommented = unitsOf(text);
  const code = uncommented.slice();
  /** Open braces of template substitutions, each with the depth of braces inside it. */
  const templates: number[] = [];
  let at = 0;
  while (at < text.length) {
    const one = text.charAt(at);
    const next = one === '/' ? text.charAt(at + 1) : '';
    if (next === '/' || next === '*') {
      const end = next === '/' ? lineEnd(text, at) : blockEnd(text, at);
      blank(uncommented, at, end);
      blank(code, at, end);
      at = end;
    } else if (one === "'" || one === '"') {
      const end = stringEnd(text, at);
      blank(code, at + 1, end - 1);
      at = end;
    } else if (one === '`') {
      at = templateText(text, at + 1, code, templates);
    } else if (one === '}' && templates.at(-1) === 0) {
      templates.pop();
      at = templateText(text, at + 1, code, templates);
    } else if (one === '/' && startsRegex(code, at, next)) {
      const end = regexEnd(text, at);
      blank(code, at + 1, end - 1);
      at = end;
    } else {
      const depth = templates.at(-1);
      if (depth !== undefined && one === '{') templates[templates.length - 1] = depth + 1;
      if (depth !== undefined && one === '}') templates[templates.length - 1] = depth - 1;
      at += 1;
    }
  }
  return { uncommented: textOf(uncommented), code: textOf(code) };
}

/** The line of a position, from 1. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}

/** The position after the bracket that closes the one at `open`; the end if none does. */
export function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    const one = code.charAt(at);
    if (one === '(' || one === '{' || one === '[') depth += 1;
    if (one === ')' || one === '}' || one === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return code.length;
}

const SPACE = 0x20;
const LINE_FEED = 0x0a;

/** UTF-16 units, so that positions agree with those of the text. */
function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
  return units;
}

function textOf(units: Uint16Array): string {
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
}

function blank(units: Uint16Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    if (units[at] !== LINE_FEED) units[at] = SPACE;
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function blockEnd(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + 2;
}

/** A quote without its partner on the line is an apostrophe in JSX text: one character. */
function stringEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (one === '\\') at += 1;
    else if (one === quote) return at + 1;
    else if (one === '\n') return start + 1;
  }
  return start + 1;
}

/** Blanks template text from `at` on; stops after its backtick or after the next `${`. */
function templateText(text: string, at: number, code: Uint16Array, templates: number[]): number {
  for (let position = at; position < text.length; position += 1) {
    const one = text.charAt(position);
    if (one === '`' || (one === '$' && text.charAt(position + 1) === '{')) {
      blank(code, at, position);
      if (one === '`') return position + 1;
      templates.push(0);
      return position + 2;
    }
    if (one === '\\') position += 1;
  }
  blank(code, at, text.length);
  return text.length;
}

/** `</a>` and `/>` of JSX are no regular expressions. */
function startsRegex(code: Uint16Array, at: number, next: string): boolean {
  if (next === '>') return false;
  const before = textOf(code.subarray(Math.max(0, at - 40), at)).trimEnd();
  if (before === '') return true;
  return REGEX_AFTER.includes(before.slice(-1)) || REGEX_AFTER_WORD.test(before);
}

function regexEnd(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (one === '\\') at += 1;
    else if (one === '[') inClass = true;
    else if (one === ']') inClass = false;
    else if (one === '/' && !inClass) return at + 1;
    else if (one === '\n') return start + 1;
  }
  return start + 1;
}
