/**
 * The columns of a table that `ringpost export` writes and `ringpost import` reads, and the three
 * statements that follow from them. A row of the file is a JSON list in the order of the columns.
 * Every statement is built once, when the module is loaded, from the constants of `table.ts`.
 */
import { type Query, query, type SqlValue } from '../../statement.ts';

/**
 * `wide`: an integer of 64 bits, which is a text in JSON. `sum`: an integer that PostgreSQL keeps
 * as several rows, one for each stripe.
 */
const COLUMN_KINDS = ['int', 'text', 'real', 'wide', 'sum'] as const;
type ColumnKind = (typeof COLUMN_KINDS)[number];

export type Part = 'base' | 'calls' | 'deliveries' | 'results';

export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

export interface TableFacts {
  readonly name: string;
  readonly part: Part;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** The columns of the primary key, by which pages follow each other. */
  readonly order: readonly string[];
  /**
   * The condition that a row belongs to one of the projects of `?1`; the table is `t`. Never a
   * join: SQLite would walk the other table from its beginning for each page.
   */
  readonly of: string;
  /** Texts that no two rows of the store share, besides the key. */
  readonly unique?: readonly string[];
  /** The most rows of one page; fewer where rows are large. */
  readonly rowsMax?: number;
}

export interface Table extends TableFacts {
  readonly names: readonly string[];
  readonly rowsMax: number;
  /** Parameters: 1 projects, then the last row's key columns, then limit. The primary key. */
  readonly page: Query<Row>;
  /** Where the first page begins. */
  readonly start: readonly SqlValue[];
  /** Parameters: 1 JSON list of rows, each a list of values. */
  readonly fill: Query<never>;
  /** Parameters: the values without the key. Null for a table without a key of its own. */
  readonly insert: Query<never> | null;
  /** Parameters: keys. Primary key. */
  readonly present: Query<{ readonly key: number }> | null;
}

/** Columns by kind, their names with spaces between. */
export function columns(
  named: Readonly<Partial<Record<ColumnKind, string>>>,
): Readonly<Record<string, ColumnKind>> {
  const kinds = (kind: ColumnKind) =>
    (named[kind]?.split(' ') ?? []).map((name) => [name, kind] as const);
  return Object.fromEntries(COLUMN_KINDS.flatMap(kinds));
}

/** The projects of parameter 1. */
export const PROJECTS = '(select cast(value as integer) from json_each(?1))';

const ROWS_MAX = 500;

export function table(facts: TableFacts): Table {
  const { name, columns, order, of } = facts;
  const names = Object.keys(columns);
  const isSummed = Object.values(columns).includes('sum');
  const keys = order.map((column) => `t.${column}`).join(', ');
  const places = order.map((_, index) => `?${index + 2}`).join(', ');
  const limit = `limit ?${order.length + 2}`;
  const group = isSummed ? `group by ${keys}` : '';
  const shown = names.map((column) => shownAs(column, columns[column] ?? 'text')).join(', ');
  const read = names.map((column, index) => readAs(index, columns[column] ?? 'text')).join(', ');
  const rest = names.filter((column) => column !== 'key');
  const hasKey = order.length === 1 && order[0] === 'key';
  return {
    ...facts,
    names,
    rowsMax: facts.rowsMax ?? ROWS_MAX,
    start: order.map((column) => (columns[column] === 'text' ? '' : 0)),
    page: query<Row>(`
      select ${shown} from ${name} t
      where ${of} and (${keys}) > (${places}) ${group} order by ${keys} ${limit}`),
    fill: query(`
      insert into ${name} (${isSummed ? '/*stripe,*/ ' : ''}${names.join(', ')})
      select ${isSummed ? '/*0,*/ ' : ''}${read} from json_each(?1)`),
    insert: hasKey
      ? query(`insert into ${name} (${rest.join(', ')}) values (${rest.map(() => '?').join(', ')})`)
      : null,
    present: hasKey
      ? query<{ readonly key: number }>(
          `select key from ${name} where key in (select cast(value as integer) from json_each(?))`,
        )
      : null,
  };
}

function shownAs(column: string, kind: ColumnKind): string {
  if (kind === 'wide') return `cast(t.${column} as text) ${column}`;
  if (kind === 'sum') return `cast(sum(t.${column}) as integer) ${column}`;
  return `t.${column}`;
}

/** In PostgreSQL the text of an element is cast to JSON first. */
function readAs(index: number, kind: ColumnKind): string {
  const value = `(value /*::json*/ ->> ${index})`;
  if (kind === 'text') return value;
  if (kind === 'real') return `${value} /*::double precision*/`;
  return `cast(${value} as integer)`;
}
