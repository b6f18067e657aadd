/**
 * A store with everything that an export can carry, and its rows in a form that can be compared
 * with another store's: without what an export leaves out, and with secrets in plain text.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { resealed } from '../../../src/cli/transfer/sealed-row.ts';
import { formatId, type ProjectKey } from '../../../src/core/id.ts';
import {
  AUTHENTICATOR_CONTEXT,
  HEADER_CONTEXT,
  headerPlace,
  recordPlace,
  SECRET_CONTEXT,
  type Secrets,
  SOURCE_CONTEXT,
  TARGET_CONTEXT,
  TOKEN_CONTEXT,
} from '../../../src/engine/ports/secrets.ts';
import type { Row } from '../../../src/store/operation/transfer/column.ts';
import { TABLES } from '../../../src/store/operation/transfer/table.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { decodeKey } from '../../../src/system/master-key.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';
import { fill } from '../../store/conformance/call-deletion-given.ts';
import { Bench, epochOf, HandClock } from '../../store/given.ts';

export const SECRETS = [
  'token-of-a',
  'secret-of-b',
  'header-of-a',
  'hooks.example/c',
  'of-twilio',
  'former-of-twilio',
];
export const CALL = 'call-moved';

/** `directory`: a service has been started on it once and has ended. */
export async function fillStore(directory: string): Promise<void> {
  const box = boxOf(directory);
  const clock = new HandClock();
  const store = await openSqliteStore({ directory, threads: false });
  const [project] = await store.projects();
  if (project === undefined) throw new Error('the first start makes a project');
  const bench = new Bench(store, clock, project.key);
  bench.epoch = await epochOf(store);
  const place = recordPlace({ projectKey: project.key, createdAtMs: clock.nowMs });
  const [token = '', secret = '', value = '', url = '', twilio = '', former = ''] = SECRETS;
  await bench.endpoint({
    auth: { method: 'bearer', token: box.seal(token, TOKEN_CONTEXT, place), tokenHint: 'a' },
    headers: [
      { name: 'x-a', value: box.seal(value, HEADER_CONTEXT, headerPlace(place, 'x-a')), hint: 'a' },
    ],
  });
  const sealedSecret = box.seal(secret, SECRET_CONTEXT, place);
  const retiring = [{ secret: sealedSecret, secretHint: 'o', untilMs: clock.nowMs + 1 }];
  await bench.endpoint({
    auth: { method: 'hmac-sha256', secret: sealedSecret, secretHint: 'b', retiring },
  });
  const secretTarget = box.seal(url, TARGET_CONTEXT, place);
  await bench.endpoint({ kind: 'slack', target: 'https://hooks.example/…', secretTarget });
  await store.createSource({
    projectKey: project.key,
    source: {
      name: 'Twilio',
      adapter: 'twilio',
      secret: box.seal(twilio, SOURCE_CONTEXT, place),
      previous: { secret: box.seal(former, SOURCE_CONTEXT, place), endsAtMs: 1 },
      publicUrl: null,
    },
    audit: bench.audit('source.created'),
  });
  await fill(bench, CALL);
  // A call whose lanes still wait.
  await bench.report('call-open', 'CALLING');
  await bench.report('call-open', 'IN_PROGRESS');
  await bench.report('call-wide', 'CALLING', { reportId: 'ünï "quoted" \\ 😀' });
  await store.close();
  people(directory, box, project.key);
}

/** Rows that only sign-ins make. */
function people(directory: string, box: Secrets, project: ProjectKey): void {
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  const now = 1_795_173_540_000;
  const id = formatId('usr', now, 7);
  // The source of `fill` has a text that was never sealed.
  const place = recordPlace({ projectKey: project, createdAtMs: now });
  const sealed = box.seal('of-fill', SOURCE_CONTEXT, place);
  const secret = box.seal('JBSWY3DPEHPK3PXP', `${AUTHENTICATOR_CONTEXT} ${id}`);
  database.exec(`
    update sources set secret = '${sealed}' where key = 2;
    insert into users values (7, 'a@example.com', 'setup', 'Ann', null, '$argon2id$hash', null,
      ${now}, ${now}, 3);
    insert into memberships values (${project}, 7, 'owner', ${now});
    insert into authenticators values (7, '${secret}', ${now}, ${now}, 5);
    insert into recovery_codes values (7, 'code-1'), (7, 'code-2');
    insert into passkeys values (2, 7, 'cred', 'pub', 0, 'usb', 'Key', 1, ${now}, null);
    insert into invitations values (3, ${project}, 'b@example.com', 'viewer', 'hash', '${id}',
      ${now}, ${now + 1});
    insert into issue_marks values (${project}, 1, 'http-500', 'muted', 'known', '${id}', ${now});
    insert into removed_calls values (9, ${project}, 9007199254740993, ${now}, 1);
    insert into backlog_minutes values (${project}, 60000, 3, null);`);
  database.close();
}

export function boxOf(directory: string): Secrets {
  const key = decodeKey(readFileSync(join(directory, 'master.key'), 'utf8'));
  if (key === null) throw new Error('a start makes a master key');
  return createSecretBox(key);
}

/** Every row that an export carries, a line each, secrets in plain text, by table. */
export function comparable(directory: string, box: Secrets): string[] {
  const database = new DatabaseSync(join(directory, 'ringpost.db'), { readOnly: true });
  const users = new Map(
    database
      .prepare('select key, created_at from users')
      .all()
      .map(({ key, created_at }) => [Number(key), Number(created_at)]),
  );
  const onUnreadable = (record: string) => {
    throw new Error(`${record} does not open`);
  };
  const to = { ...box, seal: (plain: string) => plain };
  const lines = TABLES.flatMap((table) => {
    const columns = Object.entries(table.columns).map(([name, kind]) =>
      kind === 'wide' ? `cast(${name} as text) ${name}` : name,
    );
    const order = table.order.join(', ');
    const text = `select ${columns.join(', ')} from ${table.name} order by ${order}`;
    // The columns of an export are integers and texts.
    const rows = database.prepare(text).all() as unknown as readonly Row[];
    return rows
      .filter(({ action }) => action !== 'project.imported')
      .map((row) => resealed(table.name, { ...row }, { from: box, to, users, onUnreadable }))
      .map((row) => `${table.name} ${JSON.stringify(row)}`);
  });
  const backlogs = database
    .prepare('select endpoint_key, open_deliveries from endpoint_backlogs order by endpoint_key')
    .all();
  database.close();
  return [...lines, ...backlogs.map((row) => `backlog ${JSON.stringify(row)}`)];
}
