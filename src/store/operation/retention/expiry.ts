/**
 * How a step of retention walks its table: from a key on, in key order, which is the order of time,
 * until the first row that is too young in every project. Expired rows are removed in lists;
 * nothing is written for rows that stay.
 */
import { REPORT_ID_DAYS } from '../../../core/call/report.ts';
import type { ProjectKey } from '../../../core/id.ts';
import type { RetentionSettings } from '../../../core/project/project.ts';
import { DAY_MS } from '../../../core/time.ts';
import { change, listOf, type Operation, type Query } from '../../statement.ts';

export interface ExpiryQuery {
  readonly nowMs: number;
  readonly limit: number;
  readonly afterKey: number;
  /** How many rows earlier steps have removed in this transaction. */
  readonly removed: number;
  readonly retention: ReadonlyMap<ProjectKey, RetentionSettings>;
}

/** `examined`: how many rows were read or removed. `lastKey` null: the table is done. */
export interface ExpiryResult {
  readonly examined: number;
  readonly removed: number;
  /** Of these, reports that were kept until their call begins, in vain. */
  readonly lost?: number;
  readonly lastKey: number | null;
}

export type ExpiryStep = (asked: ExpiryQuery) => Operation<ExpiryResult>;

export interface Old<Row> {
  readonly row: Row;
  /** The settings of the row's project. */
  readonly settings: RetentionSettings;
}

/**
 * The expired rows up to the first one that is too young in every project, and the position of the
 * walk then.
 */
export function walk<Time extends string, Row extends { readonly key: number } & OfProject<Time>>(
  rows: readonly Row[],
  { nowMs, limit, retention }: ExpiryQuery,
  time: Time,
  days: (settings: RetentionSettings) => number,
): Omit<ExpiryResult, 'removed'> & { readonly old: readonly Old<Row>[] } {
  const shortest = Math.min(...[...retention.values()].map(days));
  const youngest = nowMs - shortest * DAY_MS;
  const first = rows.findIndex((row) => row[time] >= youngest && row[time] <= nowMs);
  const seen = first === -1 ? rows : rows.slice(0, first);
  const old = seen.flatMap((row) => {
    const settings = retention.get(row.project_key);
    return settings === undefined ? [] : [{ row, settings }];
  });
  const isEnd = first !== -1 || rows.length < limit;
  return { old, examined: seen.length, lastKey: isEnd ? null : (rows.at(-1)?.key ?? null) };
}

type OfProject<Time extends string> = Record<Time, number> & { readonly project_key: ProjectKey };

export function historyDays({ deliveredDays, notDeliveredDays }: RetentionSettings): number {
  return Math.max(deliveredDays, notDeliveredDays);
}

/** Reports are kept at least so long, because their ids recognise repeated reports. */
export function callDays(settings: RetentionSettings): number {
  return Math.max(historyDays(settings), REPORT_ID_DAYS);
}

/** Runs no statement for an empty batch, so that a round that removes nothing writes nothing. */
export function* removeAll(
  statement: Query<never>,
  done: readonly Old<Keyed>[],
): Operation<number> {
  if (done.length === 0) return 0;
  return yield* change(statement, listOf(done.map(({ row }) => row)));
}

export interface Keyed {
  readonly key: number;
}
