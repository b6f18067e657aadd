/**
 * Shared by the tests of accepting on PostgreSQL: a store on a real server with keys from 1, two
 * projects of two endpoints each, other processes beside it, reads of its rows.
 */
import assert from 'node:assert/strict';
import pg from 'pg';
import { asKey, type ProjectKey } from '../../../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../../../src/core/project/project.ts';
import type { ReportItem } from '../../../../src/engine/ports/report-store.ts';
import type { Store } from '../../../../src/engine/ports/store.ts';
import { AcceptBatcher } from '../../../../src/store/postgres/accept/accept-batcher.ts';
import { Pool } from '../../../../src/store/postgres/server/pool.ts';
import { openPostgresStore } from '../../../../src/store/postgres/store.ts';
import { type HandClock, reportOf, START_MS, settingsOf } from '../../given.ts';
import type { EmptyDatabases } from '../opened.ts';

const AUDIT = { actor: 'system', action: 'test.done', target: null, before: null, after: null };
export const audit = (atMs: number) => ({ ...AUDIT, atMs, requestId: null });
/** In the order in which two projects were made. */
export const PROJECTS = [1, 2].map((key) => asKey<ProjectKey>(key));

export interface Opened {
  readonly url: string;
  readonly store: Store;
  /** Another process, as far as accepting needs one. */
  line(stripe: number): AcceptBatcher;
  query(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

export async function openPostgres(databases: EmptyDatabases, clock: HandClock): Promise<Opened> {
  const url = await databases.take();
  const store = await openPostgresStore({ url, clock, workerName: 'test', stripe: 1 });
  const made: Pool[] = [];
  const direct = new pg.Client({ connectionString: url });
  await direct.connect();
  // Keys begin as in the embedded store.
  await direct.query(`select setval(name || '_key_seq', 1, false) from unnest(array['projects',
    'endpoints', 'calls', 'firings', 'deliveries', 'audit']) name`);
  return {
    url,
    store,
    line: (stripe) => {
      const pool = new Pool({ url, max: 1, name: 'test', statementMs: 30_000, hot: true });
      made.push(pool);
      return new AcceptBatcher(pool, { stripe, processId: stripe });
    },
    query: async (text, values = []) => (await direct.query(text, [...values])).rows,
    close: async () => {
      await direct.end();
      for (const one of made) await one.close();
      await store.close();
      await databases.giveBack(url);
    },
  };
}

export async function prepare(store: Store): Promise<void> {
  for (const [index, name] of ['one', 'two'].entries()) {
    const { key } = await store.ensureProject({
      name,
      settings: PROJECT_DEFAULTS,
      nowMs: START_MS,
    });
    assert.equal(key, PROJECTS[index]);
    for (const settings of [settingsOf(), settingsOf({ triggers: ['OUTBOUND_CALL_CALLING'] })]) {
      await store.createEndpoint({
        projectKey: key,
        settings,
        enabled: true,
        audit: audit(START_MS),
      });
    }
  }
}

export const item = (callId: string, status: string | null, changes: Partial<ReportItem> = {}) => ({
  projectKey: asKey<ProjectKey>(1),
  callId,
  report: reportOf(status),
  source: 'api' as const,
  receivedAtMs: START_MS,
  ...changes,
});

export const ERRORS = [
  { code: 'INTERNAL_ERROR', message: 'says "\\{,}" \u2028', atMs: null } as const,
];
