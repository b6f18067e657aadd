/**
 * Notices of other processes arrive; after a broken connection the listener says that it may have
 * missed some.
 */
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import pg from 'pg';
import { asKey, type EndpointKey } from '../../../../src/core/id.ts';
import type { News } from '../../../../src/engine/ports/dispatch-store.ts';
import { listen } from '../../../../src/store/postgres/notice/listen.ts';
import { CHANNEL, noticeTexts } from '../../../../src/store/postgres/notice/notice.ts';
import { parseSignal } from '../../../../src/store/postgres/notice/signal.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres.ts';

const QUICK = { first: 5, most: 50 };
const ENDPOINT = asKey<EndpointKey>(7);

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.close());

/** The notices heard, to be awaited one by one. */
class Heard {
  readonly #signals: (News | 'all')[] = [];
  #waiting: (() => void) | null = null;

  readonly hear = (signal: News | 'all'): void => {
    this.#signals.push(signal);
    this.#waiting?.();
  };

  async next(): Promise<News | 'all'> {
    for (;;) {
      const signal = this.#signals.shift();
      if (signal !== undefined) return signal;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting = resolve;
      await promise;
    }
  }
}

async function listening(t: TestContext) {
  const heard = new Heard();
  const options = { url: server.url, name: 'listen test', from: 1, backOffMs: QUICK };
  const listener = listen({ ...options, onSignal: heard.hear });
  t.after(() => listener.close());
  await listener.ready;
  assert.equal(await heard.next(), 'all');
  const tell = async (text: string) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('select pg_notify($1, $2)', [CHANNEL, text]);
    await client.end();
  };
  const say = async (from: number) => {
    for (const text of noticeTexts({ from, heads: [ENDPOINT], changed: [] })) await tell(text);
  };
  return { heard, listener, tell, say };
}

test('a process hears notices of others, and not its own', async (t) => {
  const { heard, tell, say } = await listening(t);
  await say(1);
  await tell('not ours');
  await say(2);
  assert.deepEqual(await heard.next(), { heads: [ENDPOINT], changed: [], shards: false });
});

test('after a broken connection it listens again, and says that it missed something', async (t) => {
  const { heard, say } = await listening(t);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listen test'",
  );
  await client.end();
  assert.equal(await heard.next(), 'all');
  await say(2);
  assert.deepEqual(await heard.next(), { heads: [ENDPOINT], changed: [], shards: false });
});

test('a server that starts later is found', async (t) => {
  const other = await startPostgres();
  t.after(() => other.close());
  if (other.process === null) return t.diagnostic('this server is not ours to stop');
  await other.stop();
  const heard = new Heard();
  const options = { url: other.url, name: 'late', from: 1, backOffMs: QUICK };
  const listener = listen({ ...options, onSignal: heard.hear });
  t.after(() => listener.close());
  await other.start();
  await listener.ready;
  assert.equal(await heard.next(), 'all');
  await other.stop('immediate');
  await other.start();
  assert.equal(await heard.next(), 'all');
});

test('a closed listener hears no notice, and stops connecting', async (t) => {
  const { listener } = await listening(t);
  await listener.close();
  const nowhere = listen({
    url: 'postgres://127.0.0.1:1/none',
    name: 'nowhere',
    from: 1,
    onSignal: () => assert.fail('nothing is there to hear'),
  });
  await nowhere.close();
  await nowhere.ready;
});

test('a notice that no process could have sent is ignored', () => {
  const said = { from: 3, heads: [1], changed: [2] };
  const heard = { ...said, shards: false };
  assert.deepEqual(parseSignal(JSON.stringify(said)), heard);
  assert.deepEqual(parseSignal(JSON.stringify({ ...said, shards: true })), {
    ...heard,
    shards: true,
  });
  for (const text of ['', 'null', '[]', '{}', '{"from":"x","heads":[],"changed":[]}']) {
    assert.equal(parseSignal(text), null, text);
  }
  for (const heads of [['1'], [0], [1.5], 'all', null]) {
    assert.equal(parseSignal(JSON.stringify({ ...said, heads })), null);
  }
});
