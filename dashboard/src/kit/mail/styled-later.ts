/**
 * A mail's HTML with its styles put aside: attributes under another name, sheets in a list. Both
 * are applied once it is shown; see `mail-frame.tsx`. Pure.
 */

export interface StyledLater {
  readonly markup: string;
  readonly sheets: readonly string[];
}

const SHEET = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi;
const ATTRIBUTE = /(\s)style(\s*=\s*["'])/gi;

export function styledLater(html: string): StyledLater {
  const sheets = [...html.matchAll(SHEET)].map((match) => match[1] ?? '');
  const markup = html.replaceAll(SHEET, '').replaceAll(ATTRIBUTE, '$1data-mail-style$2');
  return { markup, sheets };
}
