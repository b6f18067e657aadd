/**
 * Reads a line of Markdown as a strict judge: text that any dialect takes for markup (CommonMark,
 * tables, strikethrough, bare links, functions of Adaptive Cards) is a fault; the rest is shown
 * without its backslashes. Knows nothing of the product.
 */

/** Any ASCII punctuation may be escaped (CommonMark 2.4). */
const ESCAPE = /\\([!-/:-@[-`{-~])/g;
/** Replaces an escaped character; belongs to no construct. */
const INERT = '\ue000';

const CONSTRUCTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['space at an edge', /^\s|\s$/u],
  ['list', /^(?:[-+*]|\d+[.)])(?:\s|$)/],
  ['heading', /^(?:#|=+\s*$|-+\s*$)/],
  ['quote', /^>/],
  ['line', /^(?:[-*_]\s*){3,}$/],
  ['emphasis, code or strikethrough', /[`*_~]/],
  ['link, image or reference', /[[\]]/],
  ['HTML or autolink', /[<>]/],
  ['table', /\|/],
  ['entity', /&(?:#\d+|#x[0-9a-f]+|[a-z][a-z0-9]*);/i],
  ['bare URL', /[a-z]:\/|\b(?:mailto|tel|xmpp):/i],
  ['bare address', /@/],
  ['bare host', /\S\.\p{L}/u],
  ['lone backslash', /\\/],
  ['line break', /[\r\n]/],
];

/** Looked for in the source, because clients replace functions before they read Markdown. */
const FUNCTION = /\{\{/;

export interface ReadLine {
  readonly shown: string;
  /** The names of the constructs that a client could see in the line. */
  readonly faults: readonly string[];
}

export function readMarkdown(source: string): ReadLine {
  const raw = source.replace(ESCAPE, INERT);
  const faults = CONSTRUCTS.filter(([, pattern]) => pattern.test(raw)).map(([name]) => name);
  if (FUNCTION.test(source)) faults.push('function');
  return { shown: source.replace(ESCAPE, '$1'), faults };
}
