/**
 * Every behaviour of docs/reference/hostile-receivers.md on real sockets, over TCP and TLS: the
 * attempt ends in time, is judged as the page says, reads a bounded part and drops the connection,
 * and the next request to the same origin is answered. Rules: S6.8, S6.9.
 */
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ANSWER_BYTES_MAX } from '../../src/channel/answer-bound.ts';
import { createHttpClient } from '../../src/channel/http-client.ts';
import { judge } from '../../src/core/delivery/outcome.ts';
import { systemClock } from '../../src/system/clock.ts';
import { answering, closed, response } from './answer.ts';
import { readPem } from './certificates/read.ts';
import { givenPost, LOOPBACK_GUARD } from './given.ts';
import type { HostileCase, Scheme } from './hostile-case.ts';
import { startHostile } from './hostile-server.ts';
import { hostileCases } from './hostile-table.ts';
import { OK, startReceiver } from './raw-receiver.ts';

/**
 * Short if it ends the attempt, otherwise as in production. Still enough for a handshake beside
 * seven others on a busy machine, since the request must come first.
 */
const DEADLINE_MS = { short: 1_500, long: 10_000 } as const;
const CONNECT_MS = { short: 1_000, long: 5_000 } as const;
/** Added for a busy machine; a deadline that does not hold takes seconds or never ends. */
const SLACK_MS = 2_000;
/** Bytes beyond the bound: buffers of the stream, and the handshake. */
const READ_MAX = ANSWER_BYTES_MAX + 262_144;

test('every behaviour ends as the page says, over TCP and TLS', { timeout: 120_000 }, async (t) => {
  const canary = await startReceiver(t, answering(OK));
  const cases = hostileCases(`http://127.0.0.1:${canary.port}/`);
  const jobs = cases.flatMap((row) => row.over.map((scheme) => ({ row, scheme })));
  await t.test('a receiver that', { concurrency: 8 }, async (all) => {
    await Promise.all(
      jobs.map(({ row, scheme }) =>
        all.test(`${row.what}, over ${scheme}`, { timeout: 30_000 }, (one) =>
          opened.run([], () => prove(one, row, scheme)),
        ),
      ),
    );
  });
  assert.equal(canary.connections.length, 0, 'nothing followed a redirect');
});

async function prove(t: TestContext, row: HostileCase, scheme: Scheme): Promise<void> {
  const server = await startHostile(t, scheme, row.act);
  const http = createHttpClient({
    clock: systemClock,
    guard: LOOPBACK_GUARD,
    lookup: async () => ['127.0.0.1'],
    ca: readPem('ca'),
    connectMs: row.end === 'connect time' ? CONNECT_MS.short : CONNECT_MS.long,
  });
  t.after(() => http.close());
  const timeoutMs = row.end === 'deadline' ? DEADLINE_MS.short : DEADLINE_MS.long;
  const limitMs = row.end === 'connect time' ? CONNECT_MS.short : timeoutMs;
  const post = givenPost(`${scheme}://receiver.example:${server.port}/`, { timeoutMs });
  const body = row.requestBytes === undefined ? post.body : 'b'.repeat(row.requestBytes);
  const ours = opened.getStore() ?? [];
  const startedMs = performance.now();
  const result = await http.send({ ...post, body });
  const elapsedMs = performance.now() - startedMs;
  const { outcome, error } = judge(result, { kind: 'custom', retryOther4xx: false }, 0);
  const shown = error ?? (result.kind === 'response' ? result.status : null);
  const { outcome: rowOutcome, shown: rowShown } = row;
  assert.deepEqual([outcome, shown], [rowOutcome, rowShown], JSON.stringify(result));
  assert.ok(elapsedMs < limitMs + SLACK_MS, `it took ${elapsedMs} ms`);

  const [hostile] = ours;
  assert.ok(hostile !== undefined);
  if (row.kept === undefined && row.hasty === undefined) await hostile.gone;
  const next = response(await http.send({ ...post, timeoutMs: 30_000 }));
  if (row.kept === undefined) {
    await hostile.gone;
    assert.deepEqual([next.status, next.excerpt], [200, 'honest']);
  } else {
    assert.equal(next.status, row.shown);
  }
  assert.equal(ours.length, row.kept === undefined ? 2 : 1);
  assert.ok(hostile.socket.bytesRead <= READ_MAX, `${hostile.socket.bytesRead} bytes were read`);
  if (row.act.on === 'request') assert.equal(server.requests, row.kept === undefined ? 1 : 2);
}

interface Watched {
  readonly socket: Socket;
  readonly gone: Promise<void>;
}

/** The TCP connections that a case opens, in their order. */
const opened = new AsyncLocalStorage<Watched[]>();

subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket }; // as Node documents the channel
  opened.getStore()?.push({ socket, gone: closed(socket) });
});
