/**
 * The parts of a letter, the names of people in it, and its form of a time. A name that a mail
 * program could turn into a link is left out, so that no person can write a link to a stranger.
 */

export interface LetterText {
  readonly language: 'en' | 'ja';
  readonly subject: string;
  readonly title: string;
  /** Above the link. */
  readonly lines: readonly string[];
  /** Null: it has no link. */
  readonly action: string | null;
  /** Below it. */
  readonly foot: readonly string[];
}

/** Without the language that they are in. */
export type Words = Omit<LetterText, 'language'>;

/** What a mail program may turn into a link: an address of the web, or what ends like a host. */
const LINKED = /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}|[。．｡]\p{L}{2,}/iu;

export function named(name: string, put: (name: string) => string, otherwise: string): string {
  return name.trim() === '' || LINKED.test(name) ? otherwise : put(name);
}

export function hello(name: string): string {
  return named(name, (plain) => `${plain}, `, 'Hello, ');
}

export function san(name: string): string {
  return named(name, (plain) => `${plain} さん、`, '');
}

/** In UTC, because the reader's place is unknown. */
export function timeOf(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
