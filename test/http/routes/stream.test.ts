/** The live stream over real sockets: its events, who may listen, and how it ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JOIN_MS } from '../../../src/engine/live/live-hub.ts';
import { HEARTBEAT_MS, STREAM_MS_MAX } from '../../../src/http/routes/stream.ts';
import { ACTOR_STREAMS_MAX, PROJECT_STREAMS_MAX } from '../../../src/http/stream-seats.ts';
import { addForeignProject, FOREIGN_TOKEN } from '../foreign-project.ts';
import { firstOwner, member, type Person } from '../person/people.ts';
import { setup, TOKEN } from '../setup.ts';

type Rig = Awaited<ReturnType<typeof setup>>;

/** Opens a stream. `until` reads until `enough` is true of its text, or the stream ends. */
async function open(
  rig: Rig,
  headers: Readonly<Record<string, string>> = {},
  token: string | null = TOKEN,
) {
  const key = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${rig.url}/v1/stream`, { headers: { ...key, ...headers } });
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

test('an event has an id with which the client can resume', async (t) => {
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

test('a change over the API sends an event with the noun of its route', async (t) => {
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

test('a client that resumes gets the events it missed, or a resync', async (t) => {
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

test('the stream sends heartbeats, and ends after its longest time', async (t) => {
  const rig = await setup(t);
  const stream = await open(rig);
  await stream.until((text) => text.includes('event: hello'));
  rig.clock.advance(HEARTBEAT_MS);
  assert.match(await stream.until((text) => text.includes('still')), /: still here\n\n$/);
  rig.clock.advance(STREAM_MS_MAX);
  await stream.until(() => false);
  assert.equal(rig.service.live.size, 0);
});

test('a key without calls:read and an unknown key cannot listen', async (t) => {
  const rig = await setup(t);
  const other = await rig.keyWith(['reports:write']);
  assert.equal((await open(rig, {}, other)).response.status, 403);
  assert.equal((await open(rig, {}, 'rp_unknown_0123456789')).response.status, 401);
});

test('the stream has no event of another project', async (t) => {
  const rig = await setup(t);
  const stream = await open(rig);
  await stream.until((text) => text.includes('event: hello'));
  const elsewhere = await rig.store.ensureProject({
    name: 'elsewhere',
    settings: rig.project,
    nowMs: 1,
  });
  rig.service.live.note(elsewhere.key, 'resync');
  await report(rig, 'call-1');
  await rig.call('PATCH', '/v1/project', { serviceName: 'Acme' });
  rig.clock.advance(JOIN_MS);
  const text = await stream.until((said) => said.includes('"t"'));
  assert.doesNotMatch(text, /resync/);
  await stream.close();
});

/** Opens a stream as a page with a session does. */
function openAs(rig: Rig, { cookie }: Person) {
  const headers = { cookie, 'ringpost-project': rig.project.id, 'sec-fetch-site': 'same-origin' };
  return open(rig, headers, null);
}

test('streams are bounded for each key and project, so that others can still listen', async (t) => {
  const rig = await setup(t);
  await addForeignProject(rig);
  const streams = [];
  for (let taken = 0; taken < ACTOR_STREAMS_MAX; taken += 1) streams.push(await open(rig));
  const full = await open(rig);
  assert.deepEqual([full.response.status, full.response.headers.get('retry-after')], [429, '60']);
  while (streams.length < PROJECT_STREAMS_MAX) {
    const token = await rig.keyWith(['calls:read']);
    for (let taken = 0; taken < ACTOR_STREAMS_MAX; taken += 1) {
      const stream = await open(rig, {}, token);
      assert.equal(stream.response.status, 200);
      streams.push(stream);
    }
  }
  assert.equal((await open(rig, {}, await rig.keyWith(['calls:read']))).response.status, 429);
  const other = await open(rig, {}, FOREIGN_TOKEN);
  assert.equal(other.response.status, 200);
  for (const stream of [...streams, other]) await stream.close();
});

test('revoking a key ends its stream at once, and no other', async (t) => {
  const rig = await setup(t);
  const made = await rig.call('POST', '/v1/api-keys', { name: 'k', scopes: ['calls:read'] });
  const stays = await open(rig);
  const ends = await open(rig, {}, String(made.at('/token')));
  for (const stream of [stays, ends]) await stream.until((text) => text.includes('hello'));
  assert.equal((await rig.call('DELETE', `/v1/api-keys/${made.at('/id')}`)).status, 204);
  await ends.until(() => false);
  assert.equal(rig.service.live.size, 1);
  await stays.close();
});

test('the stream of a key that expires ends at the next heartbeat', async (t) => {
  const rig = await setup(t);
  const expiresAt = new Date(rig.clock.wallMs() + 10_000).toISOString();
  const body = { name: 'k', scopes: ['calls:read'], expiresAt };
  const made = await rig.call('POST', '/v1/api-keys', body);
  const stream = await open(rig, {}, String(made.at('/token')));
  await stream.until((text) => text.includes('hello'));
  rig.clock.advance(HEARTBEAT_MS);
  await stream.until(() => false);
  assert.equal(rig.service.live.size, 0);
});

test('a stream ends with the membership or the session, not with a change of role', async (t) => {
  const rig = await setup(t);
  const owner = await firstOwner(rig);
  const lou = await member(rig, owner, 'operator', 'lou');
  const max = await member(rig, owner, 'viewer', 'max');
  const streams = [await openAs(rig, owner), await openAs(rig, lou), await openAs(rig, max)];
  const [ofOwner, ofLou, ofMax] = streams;
  for (const stream of streams) await stream.until((text) => text.includes('hello'));
  const less = await owner.ask('PATCH', `/v1/members/${lou.id}`, { role: 'viewer' });
  assert.equal(less.status, 200, less.text);
  assert.equal((await owner.ask('DELETE', `/v1/members/${max.id}`)).status, 204);
  await ofMax?.until(() => false);
  assert.equal(rig.service.live.size, 2);
  assert.equal((await lou.ask('DELETE', '/v1/session')).status, 204);
  await ofLou?.until(() => false);
  assert.equal(rig.service.live.size, 1);
  await ofOwner?.close();
});

test('stopping the service ends every stream', async (t) => {
  const rig = await setup(t);
  const stream = await open(rig);
  await stream.until((text) => text.includes('event: hello'));
  const closed = rig.app.close();
  await stream.until(() => false);
  await closed;
  assert.equal(rig.service.live.size, 0);
});
