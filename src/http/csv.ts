/**
 * One line of CSV (RFC 4180). A spreadsheet would run a text that begins like a formula; an
 * apostrophe before it makes it text again. Objects and lists are JSON in their cell.
 */

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const SPECIAL = /[",\r\n]/;

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
