/**
 * A list as a file: the same query with `Accept: text/csv` or `application/x-ndjson` streams all
 * pages, at most `ROWS_MAX` rows and then a line that says so. The export is noted in the audit
 * trail. Must never hold more than a page in memory.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import { auditEntry } from '../../engine/manage/author.ts';
import { maskedRow } from '../masking/masking.ts';
import { authorOf } from '../person/person.ts';
import { PAGE_LIMIT } from '../schema/shared.ts';
import type { Service } from '../service.ts';

export const ROWS_MAX = 100_000;

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8; header=present', accept: /\btext\/csv\b/i },
  ndjson: { type: 'application/x-ndjson', accept: /\bapplication\/(?:x-)?ndjson\b/i },
} as const;
type Format = keyof typeof FORMATS;

interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

interface PageQuery {
  readonly cursor?: string;
  readonly limit?: number;
}

export interface Exported<Item extends TSchema> {
  /** Names the file and the audit entry, such as `deliveries`. */
  readonly noun: string;
  /** Its properties are the columns. */
  readonly item: Item;
}

/** The handler of a list: a page as JSON, or the whole list as a file. */
export function exportable<
  Item extends TObject,
  Query extends PageQuery,
  Whole extends Page<Static<Item>> = Page<Static<Item>>,
>(
  { audit }: Pick<Service, 'audit'>,
  { noun, item }: Exported<Item>,
  list: (request: FastifyRequest, query: Query) => Promise<Whole>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<Whole> {
  return async (request, reply) => {
    // The route's own schema has checked it.
    const query = request.query as Query;
    const format = formatOf(request.headers.accept);
    if (format === null) return list(request, query);
    const nextPage = (cursor: string | undefined) =>
      list(request, {
        ...query,
        limit: PAGE_LIMIT.max,
        ...(cursor === undefined ? {} : { cursor }),
      });
    // Read before the first byte, so that an error in the query is still a problem and not half a
    // file.
    const first = await nextPage(query.cursor);
    const { cursor: _cursor, limit: _limit, ...filter } = query;
    const after = { format, filter, ...(request.masked ? { masked: true } : {}) };
    await audit.note(
      request.actor.projectKey,
      auditEntry(authorOf(request), request.receivedAtMs, `${noun}.exported`, null, {
        before: null,
        after,
      }),
    );
    const date = new Date(request.receivedAtMs).toISOString().slice(0, 10);
    reply.header('content-type', FORMATS[format].type);
    reply.header('content-disposition', `attachment; filename="${noun}-${date}.${format}"`);
    const columns = Object.keys(item.properties);
    // The framework takes the stream for a reply, which the type of a page does not allow.
    const shown = (row: unknown) => maskedRow(request, item, row);
    return reply.send(Readable.from(lines(format, columns, first, nextPage, shown))) as never;
  };
}

function formatOf(accept: string | undefined): Format | null {
  if (accept === undefined) return null;
  if (FORMATS.csv.accept.test(accept)) return 'csv';
  return FORMATS.ndjson.accept.test(accept) ? 'ndjson' : null;
}

async function* lines<Item>(
  format: Format,
  columns: readonly string[],
  first: Page<Item>,
  nextPage: (cursor: string) => Promise<Page<Item>>,
  shownOf: (row: Item) => unknown,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns);
  let page = first;
  for (let rows = 0; ; ) {
    rows += page.data.length;
    const shown = rows > ROWS_MAX ? page.data.slice(0, ROWS_MAX - rows) : page.data;
    yield shown.map((row) => lineOf(format, columns, shownOf(row))).join('');
    if (page.nextCursor === null) return;
    if (rows >= ROWS_MAX) break;
    page = await nextPage(page.nextCursor);
  }
  const cut = `Cut off after ${ROWS_MAX} rows; export a shorter time.`;
  yield format === 'csv' ? csvLine([cut]) : `${JSON.stringify({ cut })}\n`;
}

function lineOf(format: Format, columns: readonly string[], row: unknown): string {
  if (format === 'ndjson') return `${JSON.stringify(row)}\n`;
  const values: Readonly<Record<string, unknown>> = Object(row);
  return csvLine(columns.map((column) => values[column]));
}

/**
 * Characters that spreadsheets take for the beginning of a formula; some accept full-width forms
 * too.
 */
const FORMULA = /(^|[;|\t\r\n])(\s{0,16})(?=[=+\-@＝＋－＠])/gu;
/** Spreadsheets drop these at the beginning of a cell, or begin a new one. */
const DROPPED = /^[\t\r\n]/;
const SPECIAL = /[",\r\n]/;

/**
 * One line of CSV (RFC 4180). A spreadsheet would run a text that begins like a formula; an
 * apostrophe before it makes it text. If lists are separated by semicolons, a comma does not end a
 * cell and a quote within a line does not begin one, so the text after any separator counts as a
 * beginning too. Objects and lists are JSON in their cell.
 */
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
