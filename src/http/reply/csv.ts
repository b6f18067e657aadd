/**
 * One line of CSV (RFC 4180). A spreadsheet would run a text that begins like a formula; an
 * apostrophe before it makes it text again. Where lists are separated by semicolons a comma is no
 * end of a cell, nor a quote within a line its begin: so what follows any separator is a beginning
 * too. Objects and lists are JSON in their cell.
 */

/** What spreadsheets take for the beginning of a formula; some read the full-width forms too. */
const FORMULA = /(^|[;|\t\r\n])(\s{0,16})(?=[=+\-@＝＋－＠])/gu;
/** They are dropped at the beginning of a cell, or begin one. */
const DROPPED = /^[\t\r\n]/;
const SPECIAL = /[",\r\n]/;

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = text.replace(FORMULA, "$1$2'");
  const neutral = DROPPED.test(plain) ? `'${plain}` : plain;
  return SPECIAL.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral;
}
