/**
 * A store of the order guard in a SQLite file, across restarts and processes of one machine, with
 * the module `node:sqlite` of Node.js 22.13 and later. Deno and Bun have modules alike.
 */
import { DatabaseSync } from 'node:sqlite';
import type { OrderStore } from '../src/index.ts'; // '@ringpost/receiver' where it is installed

const TABLES = `
  pragma journal_mode = wal;
  create table if not exists ringpost_webhooks (endpoint_id text, webhook_id text,
    handled_at integer not null, primary key (endpoint_id, webhook_id)) without rowid;
  create table if not exists ringpost_calls (endpoint_id text, call_id text,
    last_sequence integer not null, handled_at integer not null,
    primary key (endpoint_id, call_id)) without rowid`;

/** `forgetBefore` keeps the file small: call it once a day with a time a few days ago. */
export function createSqliteStore(
  path: string,
): OrderStore & { forgetBefore(epochMs: number): void; close(): void } {
  const db = new DatabaseSync(path, { timeout: 10_000 });
  db.exec(TABLES);
  const handled = db.prepare(
    'select 1 from ringpost_webhooks where endpoint_id = ? and webhook_id = ?',
  );
  const last = db.prepare(
    'select last_sequence from ringpost_calls where endpoint_id = ? and call_id = ?',
  );
  const addWebhook = db.prepare('insert or ignore into ringpost_webhooks values (?, ?, ?)');
  const setLast = db.prepare(
    `insert into ringpost_calls values (?, ?, ?, ?)
     on conflict (endpoint_id, call_id) do update set handled_at = excluded.handled_at,
     last_sequence = max(last_sequence, excluded.last_sequence)`,
  );
  return {
    wasHandled: (endpointId, webhookId) => handled.get(endpointId, webhookId) !== undefined,
    lastSequence(endpointId, callId) {
      const row = last.get(endpointId, callId);
      return row === undefined ? null : Number(row.last_sequence);
    },
    remember(endpointId, webhookId, callId, highest) {
      db.exec('begin immediate');
      try {
        addWebhook.run(endpointId, webhookId, Date.now());
        if (highest !== null) setLast.run(endpointId, callId, highest, Date.now());
        db.exec('commit');
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },
    forgetBefore(epochMs) {
      db.prepare('delete from ringpost_webhooks where handled_at < ?').run(epochMs);
      db.prepare('delete from ringpost_calls where handled_at < ?').run(epochMs);
    },
    close: () => db.close(),
  };
}
