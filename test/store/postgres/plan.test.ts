/**
 * The statements of the hot path use an index whatever is in the tables: EXPLAIN of each on a
 * history of RINGPOST_TEST_ROWS deliveries (50,000 by default), before and after the tables are
 * analysed.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as heads from '../../../src/store/operation/delivery/ready-heads.ts';
import { ENDPOINTS_WITH_HEADS } from '../../../src/store/postgres/heads.ts';
import { migrate } from '../../../src/store/postgres/server/migrate.ts';
import { Pool } from '../../../src/store/postgres/server/pool.ts';
import { textOf } from '../../../src/store/postgres/server/text.ts';
import * as read from '../../../src/store/postgres/settle/settle-read.ts';
import * as write from '../../../src/store/postgres/settle/settle-write.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';

const ROWS = Number(process.env.RINGPOST_TEST_ROWS ?? 50_000);
const ENDPOINTS = 20;
/** As many as a batch of settlements has. */
const KEYS = Array.from({ length: 500 }, (_, index) => ROWS - 10 * index);
const of = <Value>(value: Value) => KEYS.map(() => value);

/**
 * A history: every call has ten deliveries at one endpoint; of one call in twenty the last five are
 * open. It is filled at once, so that no vacuum comes in between.
 */
const FILL = `
  insert into projects (name, settings, created_at, updated_at) values ('p', '{}', 0, 0);
  insert into endpoints (project_key, settings, enabled, created_at, updated_at, revision)
    select 1, '{"kind":"custom"}', 1, 0, 0, 1 from generate_series(1, ${ENDPOINTS});
  insert into calls (project_key, call_id_hash, call_id, direction, call_sid, client_id,
      was_in_progress, first_report_at, last_report_at, reports, lanes)
    select 1, n * 7919, 'call_' || n, 'OUTBOUND', '', '', 1, n, n, 10, '{}'
    from generate_series(1, ${ROWS / 10}) n;
  insert into firings (call_key, report_number, trigger, fired_at, text, data)
    select 1 + (n - 1) / 10, n % 10, 'CALL_LOG_CREATED', n, repeat('x', 200), '{}'
    from generate_series(1, ${ROWS}) n;
  insert into deliveries (project_key, endpoint_key, call_key, firing_key, sequence, trigger,
      content_key, state, due_at, created_at, attempts, closed_at)
    select 1, 1 + call % ${ENDPOINTS}, call, n, place, 'CALL_LOG_CREATED', 'message', state,
      case when state = 'due' then n end, n, 1, case when state = 'delivered' then n end
    from (
      select n, 1 + (n - 1) / 10 as call, 1 + (n - 1) % 10 as place,
        case when (1 + (n - 1) / 10) % 20 > 0 or (n - 1) % 10 < 5 then 'delivered'
          when (n - 1) % 10 = 5 then 'due' else 'waiting' end as state
      from generate_series(1, ${ROWS}) n
    ) made;
  insert into attempts select n, 1, n, 5, 'delivered', 200, null, null, 0
    from generate_series(1, ${ROWS}) n;
  insert into runs (key, project_key, endpoint_key, call_key, call_id_hash, call_id, trigger,
      state, created_at)
    select n, 1, 1, n, n * 7919, 'call_' || n, 'CALL_LOG_CREATED', 'QUEUED', n
    from generate_series(1, ${ROWS}) n;`;

interface Hot {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The indexes that the plan must use. */
  readonly indexes: readonly string[];
}

const SETTLING: Readonly<Record<string, Hot>> = {
  epochs: { text: read.EPOCHS.text, values: [[1, 2, 3]], indexes: [] },
  'endpoints held': { text: read.HOLD_ENDPOINTS.text, values: [[1, 2]], indexes: [] },
  'calls held': { text: read.HOLD_CALLS.text, values: [KEYS], indexes: ['calls_pkey'] },
  settled: { text: read.SETTLED.text, values: [KEYS], indexes: ['deliveries_pkey'] },
  others: {
    text: read.OTHERS.text,
    values: [KEYS, of(1)],
    indexes: ['deliveries_pkey', 'deliveries_lane', 'firings_pkey', 'calls_pkey'],
  },
  deliveries: {
    text: write.UPDATE_DELIVERIES.text,
    values: [
      KEYS,
      of(1),
      of(1),
      of(200),
      of(null),
      of('delivered'),
      of(null),
      of(1),
      of(0),
      of(0),
      of(null),
      of(null),
      of(5),
      of('ok'),
    ],
    indexes: ['deliveries_pkey'],
  },
  'runs moved': {
    text: write.MOVE_RUNS.text,
    values: [KEYS, of('RUNNING'), of(1), of(1), of(1), of(null)],
    indexes: ['runs_pkey'],
  },
  promotions: {
    text: write.PROMOTE.text,
    values: [KEYS, of('due'), of(1)],
    indexes: ['deliveries_pkey'],
  },
};

const HEADS: Readonly<Record<string, Hot>> = {
  'due heads': {
    text: textOf(heads.DUE_HEADS),
    values: [1, 0, ROWS, 100],
    indexes: ['deliveries_heads'],
  },
  'due retries': {
    text: textOf(heads.DUE_RETRIES),
    values: [1, ROWS, 100],
    indexes: ['deliveries_retries'],
  },
  'recovered retries': {
    text: textOf(heads.RECOVERED_RETRIES),
    values: [1, ROWS, ROWS, 100],
    indexes: ['deliveries_retries'],
  },
  'next head': {
    text: textOf(heads.NEXT_HEAD),
    values: [1, ROWS, null],
    indexes: ['deliveries_heads'],
  },
  'next retry': {
    text: textOf(heads.NEXT_RETRY),
    values: [1, ROWS, null],
    indexes: ['deliveries_retries'],
  },
  'endpoints with heads': {
    text: ENDPOINTS_WITH_HEADS.text,
    values: [[1, 2, 3, 4], 64],
    indexes: ['deliveries_heads'],
  },
};

let server: PostgresServer;
/** The pool for settling; `reading`: the pool for the dispatcher's reads. */
let hot: Pool;
let reading: Pool;
before(async () => {
  server = await startPostgres(['autovacuum=off']);
  const url = await server.newDatabase();
  await migrate({ url, unsafe: false });
  hot = new Pool({ url, max: 1, name: 'test', statementMs: 120_000, hot: true });
  reading = new Pool({ url, max: 1, name: 'test', statementMs: 120_000 });
  await hot.alone((client) => client.query(FILL));
});
after(async () => {
  await hot.close();
  await reading.close();
  await server.close();
});

async function planOf(pool: Pool, { text, values }: Hot): Promise<string> {
  const { rows } = await pool.alone((client) =>
    client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

function led(poolOf: () => Pool, hots: Readonly<Record<string, Hot>>): void {
  for (const [name, each] of Object.entries(hots)) {
    test(`${name}: by its index, with no scan of a table that grows`, async () => {
      const plan = await planOf(poolOf(), each);
      assert.doesNotMatch(plan, /Seq Scan on (?:calls|firings|deliveries|attempts|runs)/, plan);
      for (const index of each.indexes) assert.ok(plan.includes(index), `${index}:\n${plan}`);
    });
  }
}

describe('a table without statistics', () => {
  led(() => hot, SETTLING);
  led(() => reading, HEADS);
});

describe('an analysed table', () => {
  before(() => hot.alone((client) => client.query('analyze')));
  led(() => hot, SETTLING);
  led(() => reading, HEADS);
});
