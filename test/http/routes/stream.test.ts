/** The live stream over real sockets: what it tells, to whom, and how it ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JOIN_MS } from '../../../src/engine/live/live-hub.ts';
import { HEARTBEAT_MS, STREAM_MS_MAX } from '../../../src/http/routes/stream.ts';
import { setup, TOKEN } from '../setup.ts';

type Rig = Awaited<ReturnType<typeof setup>>;

/** Reads until `enough` says so, or the stream ends. */
async function open(rig: Rig, headers: Readonly<Record<string, string>> = {}, token = TOKEN) {
  const response = await fetch(`${rig.url}/v1/stream`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (enough: (text: string) => boolean): Promise<string> => {
    while (!enough(text)) {
      const read = await reader?.read();
      if (read === undefined || read.done) break;
      text += read.value;
    }
    return text;
  };
  return { response, until, close: () => reader?.cancel() };
}

function report(rig: Rig, callId: string) {
  const body = { status: 'CALLING', direction: 'OUTBOUND' };
  return rig.call('POST', `/v1/calls/${callId}/reports`, body);
}

test('what changed is told with a number to come back with', async (t) => {
  const rig = await setup(t);
  const stream = await open(rig);
  assert.equal(stream.response.status, 200);
  assert.match(stream.response.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.equal(stream.response.headers.get('cache-control'), 'no-store');
  await stream.until((text) => text.includes('event: hello'));
  rig.service.live.note(rig.project.key, 'resync');
  rig.clock.advance(JOIN_MS);
  const text = await stream.until((said) => said.includes('event: resync'));
  assert.match(text, /id: 1\nevent: resync\ndata: \{\}\n\n$/);
  await stream.close();
});

test('a change by hand is told by the noun of its address', async (t) => {
  const rig = await setup(t);
  const stream = await open(rig);
  await stream.until((text) => text.includes('event: hello'));
  const patched = await rig.call('PATCH', '/v1/project', { serviceName: 'Acme' });
  assert.equal(patched.status, 200);
  const refused = await rig.call('PATCH', '/v1/project', { serviceName: '' });
  assert.equal(refused.status, 422);
  rig.clock.advance(JOIN_MS);
  const text = await stream.until((said) => said.includes('"t"'));
  assert.match(text, /id: 1\ndata: \{"t":"project","id":"","callId":"","ep":"","state":""\}\n\n$/);
  await stream.close();
});

test('who comes back is told what it missed', async (t) => {
  const rig = await setup(t);
  const first = await open(rig);
  await first.until((text) => text.includes('event: hello'));
  await rig.call('PATCH', '/v1/project', { serviceName: 'Acme' });
  rig.clock.advance(JOIN_MS);
  await first.until((text) => text.includes('"project"'));
  const again = await open(rig, { 'last-event-id': '0' });
  const text = await again.until((said) => said.includes('"project"'));
  assert.match(text, /"t":"project"/);
  const stranger = await open(rig, { 'last-event-id': '77' });
  assert.match(await stranger.until((said) => said.includes('resync')), /event: resync/);
  for (const stream of [first, again, stranger]) await stream.close();
});

test('it says that it is still there, and ends after a while', async (t) => {
  const rig = await setup(t);
  const stream = await open(rig);
  await stream.until((text) => text.includes('event: hello'));
  rig.clock.advance(HEARTBEAT_MS);
  assert.match(await stream.until((text) => text.includes('still')), /: still here\n\n$/);
  rig.clock.advance(STREAM_MS_MAX);
  await stream.until(() => false);
  assert.equal(rig.service.live.size, 0);
});

test('a key without calls:read does not listen, nor does anybody without a key', async (t) => {
  const rig = await setup(t);
  const other = await rig.keyWith(['reports:write']);
  assert.equal((await open(rig, {}, other)).response.status, 403);
  assert.equal((await open(rig, {}, 'rp_unknown_0123456789')).response.status, 401);
});

test('what happens in another project is not told', async (t) => {
  const rig = await setup(t);
  const stream = await open(rig);
  await stream.until((text) => text.includes('event: hello'));
  const elsewhere = await rig.store.ensureProject('elsewhere', rig.project, 1);
  rig.service.live.note(elsewhere.key, 'resync');
  await report(rig, 'call-1');
  await rig.call('PATCH', '/v1/project', { serviceName: 'Acme' });
  rig.clock.advance(JOIN_MS);
  const text = await stream.until((said) => said.includes('"t"'));
  assert.doesNotMatch(text, /resync/);
  await stream.close();
});

test('a stop ends every stream', async (t) => {
  const rig = await setup(t);
  const stream = await open(rig);
  await stream.until((text) => text.includes('event: hello'));
  const closed = rig.app.close();
  await stream.until(() => false);
  await closed;
  assert.equal(rig.service.live.size, 0);
});
