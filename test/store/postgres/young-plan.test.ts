/**
 * A statement is planned when it first runs, and keeps its plan: on tables of some hundred rows
 * every index costs the same. The statements of the path of a report use the right one at every
 * size, never an index of the history with a sort.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { STALE_CALLS } from '../../../src/store/operation/call/stale-call.ts';
import { MISTIMED } from '../../../src/store/operation/delivery/clock-repair.ts';
import * as heads from '../../../src/store/operation/delivery/ready-heads.ts';
import { TAKE } from '../../../src/store/postgres/accept/accept-keys.ts';
import { READ } from '../../../src/store/postgres/accept/accept-read.ts';
import { ENDPOINTS_WITH_HEADS } from '../../../src/store/postgres/heads.ts';
import { migrate } from '../../../src/store/postgres/server/migrate.ts';
import { Pool } from '../../../src/store/postgres/server/pool.ts';
import { textOf } from '../../../src/store/postgres/server/text.ts';
import { OTHERS } from '../../../src/store/postgres/settle/settle-read.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';

const SIZES = [0, 1, 50, 100, 150, 200, 230, 260, 300, 350, 400, 500, 700, 1_000, 2_000] as const;

/** Rows that are each a lane of its own, of one endpoint, made at one moment. */
const GROW = `with made as (
    insert into deliveries (project_key, endpoint_key, call_key, firing_key, sequence, trigger,
      content_key, state, due_at, created_at)
    select 1, 1, n, n, 1, 'OUTBOUND_CALL_CALLING', 'message', 'due', 1, 1
    from generate_series($1::bigint, $2) n)
  insert into calls (project_key, call_id_hash, call_id, direction, call_sid, client_id,
    was_in_progress, first_report_at, last_report_at, reports, lanes)
  select 1, n * 7919, 'call_' || n, 'OUTBOUND', '', '', 1, 1, 1, 1, '{}'
  from generate_series($1::bigint, $2) n`;

/** Indexes of all deliveries, and the sort that would follow them. */
const HISTORY = /deliveries_by|Sort/;
const BY_LANE = [OTHERS.text, TAKE.text];
const BY_HEAD = [
  ...[heads.DUE_HEADS, heads.DUE_RETRIES, heads.RECOVERED_RETRIES, heads.NEXT_HEAD].map(textOf),
  textOf(heads.NEXT_RETRY),
  textOf(MISTIMED),
  ENDPOINTS_WITH_HEADS.text,
];

describe('plans made on tables that have just begun', () => {
  let server: PostgresServer;
  let url: string;
  let client: pg.Client;
  before(async () => {
    server = await startPostgres(['autovacuum=off']);
    url = await server.newDatabase();
    await migrate({ url, unsafe: false });
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await server.close();
  });

  for (const size of SIZES) {
    test(`with ${size} deliveries`, async () => {
      await grow(client, size);
      const hot = new Pool({ url, max: 1, name: 'test', statementMs: 30_000, hot: true });
      const planOf = (text: string) => hot.alone((one) => genericPlan(one, text));
      for (const text of BY_LANE) {
        const plan = await planOf(text);
        assert.match(plan, /deliveries_lane/, plan);
        assert.doesNotMatch(plan, HISTORY, plan);
      }
      for (const text of BY_HEAD) {
        const plan = await planOf(text);
        assert.match(plan, /deliveries_(?:heads|retries)/, plan);
        assert.doesNotMatch(plan, HISTORY, plan);
      }
      const stale = await planOf(textOf(STALE_CALLS));
      assert.match(stale, /calls_stale/, stale);
      const plan = await planOf(READ.text);
      assert.match(plan, /calls_by_hash/, plan);
      assert.doesNotMatch(plan, /calls_by_time|Scan using calls_pkey on calls c/, plan);
      await hot.close();
    });
  }
});

async function grow(client: pg.Client, size: number): Promise<void> {
  const { rows } = await client.query<{ had: string }>('select count(*) as had from deliveries');
  const from = 1 + Number(rows[0]?.had ?? 0);
  if (from > size) return;
  await client.query(GROW, [from, size]);
}

async function genericPlan(client: pg.ClientBase, text: string): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
