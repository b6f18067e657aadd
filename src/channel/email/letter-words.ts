/**
 * The parts of a letter, the names of people in it, and its form of a time. A name that a mail
 * program could turn into a link is left out, so that no person can send a link to a stranger.
 */

export interface LetterText {
  readonly language: 'en' | 'ja';
  readonly subject: string;
  readonly title: string;
  /** The lines above the link. */
  readonly lines: readonly string[];
  /** The label of the link; null: the letter has no link. */
  readonly action: string | null;
  /** The lines below the link. */
  readonly foot: readonly string[];
}

/** The texts without their language. */
export type Words = Omit<LetterText, 'language'>;

/**
 * Texts that a mail program may turn into a link: a web address, or a text that ends like a host
 * name.
 */
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

/** In UTC, because the reader's time zone is unknown. */
export function timeOf(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
