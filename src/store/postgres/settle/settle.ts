/**
 * Step 9 on PostgreSQL: many settlements in one transaction, in sets, in two round trips on a
 * connection that pipelines: locks and reads; rows, figures and commit. Each has the same result as
 * in `sqlite/settle.ts`. A batch never has two of one lane, since the second would not see the
 * first. A settlement of a shard that was taken over writes nothing, because the epoch is read
 * under the lock for which the new owner waits.
 */
import type pg from 'pg';
import { isOpen } from '../../../core/delivery/state.ts';
import { SHARDS } from '../../../core/endpoint/endpoint.ts';
import type { DeliveryKey, EndpointKey } from '../../../core/id.ts';
import { headState, stateOnRetry } from '../../../core/lane/lane.ts';
import type {
  AttemptRecord,
  Head,
  Settled,
  Settlement,
  SettleResult,
} from '../../../engine/ports/dispatch-store.ts';
import { headByKey, toHead } from '../../operation/delivery/lane.ts';
import {
  endOf,
  fateOf,
  isOutOfDate,
  NOT_SOLE,
  noteAttempt,
  noteClosed,
  noteEndpoint,
  runMoveOf,
  type SettledRow,
  type SoleColumns,
  soleAttempt,
  soleColumns,
  type Tried,
} from '../../operation/delivery/settlement.ts';
import { addCounters } from '../counters.ts';
import { CHANNEL, noticeTexts } from '../notice/notice.ts';
import { perform } from '../server/pool.ts';
import { prepared, run } from '../server/prepared.ts';
import { TransactionSession } from '../session.ts';
import { type DeliveryRow, type Known, lockAndRead, type OtherRow } from './settle-read.ts';
import {
  type AttemptWrite,
  type DeliveryWrite,
  type Promotion,
  type RunWrite,
  sendWrites,
} from './settle-write.ts';

export interface SettleContext {
  /** Which of the counter rows this process writes. */
  readonly stripe: number;
  /** Part of every notice, so that a process ignores its own. */
  readonly processId: number;
}

/** Parameters: channel, texts. PostgreSQL sends them with the commit, or never. */
const NOTIFY = prepared('select pg_notify($1, text) from unnest($2::text[]) as n (text)');

/** Runs a transaction; returns one result per settlement, in order. */
export async function settleBatch(
  client: pg.ClientBase,
  batch: readonly Settlement[],
  context: SettleContext,
): Promise<readonly SettleResult[]> {
  const known = await lockAndRead(client, batch);
  const draft = new Draft(known);
  const results = batch.map((settlement) => draft.settle(settlement));
  const disabled = await noteEndpoints(client, batch, draft);
  const changed = [...disabled].map(({ endpoint }) => endpoint);
  const heads = pulledHeads(batch, results);
  const notices = noticeTexts({ from: context.processId, heads, changed });
  // If an earlier statement fails, the commit that was sent after it rolls back.
  const [reopened] = await Promise.all([
    writeAndRead(client, draft),
    addCounters(client, draft.session.stats, context.stripe),
    notices.length === 0 ? null : run(client, NOTIFY, CHANNEL, notices),
    client.query('commit'),
  ]);
  return batch.map((settlement, index) => {
    const result = results[index];
    if (result === undefined) throw new Error('one result per settlement');
    if (result.kind === 'fenced') return result;
    const again = reopened.get(settlement.delivery);
    const settled: Settled = again === undefined ? result : { kind: 'reopened', promoted: again };
    return disabled.has(settlement) ? { ...settled, disabled: true } : settled;
  });
}

/**
 * Endpoints whose consumers in other processes may wait for the head that follows: no process owns
 * what is pulled.
 */
function pulledHeads(
  batch: readonly Settlement[],
  results: readonly SettleResult[],
): readonly EndpointKey[] {
  const pulled = batch.filter(({ lease }, index) => {
    const result = results[index];
    return lease !== undefined && result?.kind !== 'fenced' && result?.promoted !== null;
  });
  return [...new Set(pulled.map(({ endpoint }) => endpoint))];
}

/** Writes the rows, then reads settled deliveries that are heads again, which is rare. */
async function writeAndRead(
  client: pg.ClientBase,
  draft: Draft,
): Promise<ReadonlyMap<DeliveryKey, Head | null>> {
  const { attempts, deliveries, promotions, runs, session, reopened } = draft;
  const { health } = session;
  const sent = sendWrites(client, { attempts, deliveries, promotions, runs, health });
  const reads = reopened.map((key) => perform(client, headByKey(key)));
  const [heads] = await Promise.all([Promise.all(reads), ...sent]);
  return new Map(reopened.map((key, index) => [key, heads[index] ?? null]));
}

/** Health is noted in memory until it is written; disabling is rare and done one by one. */
async function noteEndpoints(
  client: pg.ClientBase,
  batch: readonly Settlement[],
  { revisions, written, session }: Draft,
): Promise<ReadonlySet<Settlement>> {
  const disabled = new Set<Settlement>();
  for (const settlement of batch) {
    const { endpoint, health, disable } = settlement;
    const revision = revisions.get(endpoint);
    if (revision === undefined || !written.has(settlement)) continue;
    if (disable === null) {
      const isTaken = health !== null && !isOutOfDate(settlement, revision);
      if (isTaken) session.health.set(endpoint, health);
    } else if (await perform(client, noteEndpoint(session, endpoint, settlement))) {
      disabled.add(settlement);
      // Other settlements of this batch were sent under the former revision and are out of date.
      revisions.set(endpoint, revision + 1);
    }
  }
  return disabled;
}

/** Collects the results of a batch, settlement by settlement. */
class Draft {
  readonly session = new TransactionSession();
  readonly attempts: AttemptWrite[] = [];
  readonly deliveries: DeliveryWrite[] = [];
  readonly promotions: Promotion[] = [];
  readonly runs: RunWrite[] = [];
  /** Settled deliveries that head their lane again; they are read after they are written. */
  readonly reopened: DeliveryKey[] = [];
  /** The settlements that were not fenced. */
  readonly written = new Set<Settlement>();
  readonly revisions: Map<EndpointKey, number>;
  readonly #known: Known;

  constructor(known: Known) {
    this.#known = known;
    this.revisions = known.revisions;
  }

  settle(settlement: Settlement): SettleResult {
    const { epochs, leases, deliveries, others } = this.#known;
    const { delivery, endpoint, epoch, lease } = settlement;
    const mayWrite =
      lease === undefined ? epochs.get(endpoint % SHARDS) === epoch : leases.has(lease);
    if (!mayWrite) return { kind: 'fenced' };
    // The call may be deleted meanwhile, but the endpoint's health still counts.
    this.written.add(settlement);
    const row = deliveries.get(delivery);
    if (row === undefined) return { kind: 'closed', state: 'cancelled', promoted: null };
    return this.#settleRow(settlement, row, others.get(delivery) ?? null);
  }

  #settleRow(settlement: Settlement, row: DeliveryRow, other: OtherRow | null): Settled {
    const { attempt, delivery, next } = settlement;
    const { stats } = this.session;
    const endMs = endOf(settlement);
    const isAgain = attempt !== null && wasNoted(row, attempt);
    const fresh = isAgain ? null : attempt;
    const tried = noteAttempt(stats, row, fresh);
    // A repeat after a lost answer: an operator's decision since then stays.
    const isLater = isAgain && isOpen(row.state) && (next.state !== 'retrying' || row.manual === 1);
    const fate = isLater ? 'reopened' : fateOf(row, settlement);
    const move = runMoveOf(fate, settlement);
    if (move !== null) this.runs.push({ launch: delivery, ...move });
    const earlier = soleAttempt(row);
    if (earlier !== null) this.attempts.push({ delivery, number: 1, attempt: earlier });
    const isSole = fate === 'moves' && row.attempts === 0 && fresh !== null;
    const sole = isSole ? soleColumns(fresh, next) : NOT_SOLE;
    if (fresh !== null && sole.sole_ms === null) {
      this.attempts.push({ delivery, number: tried[0], attempt: fresh });
    }
    switch (fate) {
      case 'closed':
        this.deliveries.push({ ...row, ...sole, tried });
        return { kind: 'closed', state: row.state, promoted: this.#promote(other, endMs) };
      case 'reopened': {
        this.deliveries.push({ ...row, ...sole, tried });
        if (other !== null && other.sequence < row.sequence) {
          return { kind: 'reopened', promoted: this.#promote(other, endMs) };
        }
        this.reopened.push(delivery);
        return { kind: 'reopened', promoted: null };
      }
      case 'moves':
        this.#move(settlement, row, { tried, ...sole }, other);
        return { kind: 'settled', promoted: this.#promote(other, endMs) };
    }
  }

  /** For a delivery that stays open, `other` stands in front of it. */
  #move(
    { next }: Settlement,
    row: DeliveryRow,
    tried: SoleColumns & { readonly tried: Tried },
    other: OtherRow | null,
  ): void {
    const moved = {
      key: row.key,
      ...tried,
      failures: next.failures,
      manual: 0,
      resume_state: null,
      resume_at: null,
    };
    if (next.state === 'retrying') {
      const state = stateOnRetry(other !== null);
      this.deliveries.push({ ...moved, state, due_at: next.dueAtMs, closed_at: null });
      return;
    }
    this.deliveries.push({ ...moved, state: next.state, due_at: null, closed_at: next.atMs });
    noteClosed(this.session.stats, row, next.state, next.atMs);
  }

  #promote(other: OtherRow | null, nowMs: number): Head | null {
    if (other === null) return null;
    const { key, state, due_at: dueAtMs } = other;
    if (state !== 'waiting') {
      if (dueAtMs === null) throw new Error('a head is due at a time');
      return toHead({ ...other, state, due_at: dueAtMs });
    }
    const head = headState(other.failures, dueAtMs, nowMs);
    this.promotions.push({ key, ...head });
    return toHead({ ...other, state: head.state, due_at: head.dueAtMs });
  }
}

/**
 * Whether this settlement was stored before and only the answer of its commit was lost. No other
 * attempt of the delivery can have this number and start time.
 */
function wasNoted(row: SettledRow, { number, startedAtMs }: AttemptRecord): boolean {
  return row.attempts === number && row.last_attempt_at === startedAtMs;
}
