/** Personal data reaches no viewer of a project that masks it, by any route or format. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { NOTED_EVERY_MS } from '../../src/http/masking/masking.ts';
import { firstOwner, member } from '../http/person/people.ts';
import type { Answer } from '../http/setup.ts';
import type { Route } from './route-table.ts';
import { twoProjects } from './two-projects.ts';
import { allOf, VIEWED } from './viewed.ts';

/** One text for each place where personal data of callers can be. */
const CANARIES = {
  clientId: 'alpha-client',
  'message of an error': 'alpha-message',
  'body of the inbox': 'alpha-inbox',
  'header of the inbox': 'canary-header',
  'result of an agent': 'alpha-result',
  'answer of a receiver': 'canary-excerpt',
  'what was said': 'canary-speech',
  'telephone number': '+49 151 2345678',
  'name of a participant': 'canary-name',
  'id of a participant': 'canary-person',
  'key of metadata': 'canary-key',
  'number in metadata': '4915198765432',
  recording: 'canary-recording',
} as const;

const LOG = {
  direction: 'OUTBOUND',
  startedAt: '2026-11-20T00:00:00Z',
  language: 'en',
  participants: [
    {
      id: CANARIES['id of a participant'],
      role: 'CUSTOMER',
      name: CANARIES['name of a participant'],
    },
  ],
  turns: [
    { speaker: 'CUSTOMER', text: CANARIES['what was said'], startMs: 0, endMs: 900 },
    { speaker: 'AGENT', text: CANARIES['telephone number'], startMs: 900, endMs: 1_900 },
  ],
  recordingUrl: `https://example.com/${CANARIES.recording}`,
  metadata: { [CANARIES['key of metadata']]: 1, tel: 4_915_198_765_432 },
};

/** A furnished project with every canary in it, its owner, and a viewer. */
async function spied(t: TestContext) {
  const bundle = await twoProjects(t);
  const { ids } = bundle.one;
  await bundle.one.ask('POST', `/v1/call-logs/${ids.callId}`, LOG);
  const project = `${bundle.inbox.origin}/${ids.project}/http/default`;
  const sent = { message: CANARIES['body of the inbox'] };
  const headers = { 'acw-caller': CANARIES['header of the inbox'] };
  await fetch(project, { method: 'POST', body: JSON.stringify(sent), headers });
  const inboxItem = String((await bundle.one.ask('GET', '/v1/inbox')).at('/data/0/id'));
  const next = { state: 'exhausted', atMs: bundle.clock.wallMs(), failures: 7 } as const;
  const excerpt = CANARIES['answer of a receiver'];
  await bundle.settle(ids.delivery, next, 503, undefined, excerpt);
  const owner = await firstOwner(bundle);
  const viewer = await member(bundle, owner, 'viewer');
  return { ...bundle, owner, viewer, ids: { ...ids, inboxItem } };
}

function seenIn(answers: ReadonlyMap<string, Answer>): readonly string[] {
  const all = [...answers.values()].map(({ text }) => text.replaceAll('\\', '')).join('\n');
  return Object.entries(CANARIES).flatMap(([name, text]) => (all.includes(text) ? [name] : []));
}

test('no canary reaches a viewer, by any route and in any format', async (t) => {
  const bundle = await spied(t);
  const { owner, viewer } = bundle;
  // The control: without the setting a viewer sees each of them.
  assert.deepEqual(seenIn(await allOf(viewer, bundle.ids)), Object.keys(CANARIES));
  const on = await owner.ask('PATCH', '/v1/project', { maskForViewers: true });
  assert.equal(on.at('/maskForViewers'), true, on.text);
  const answers = await allOf(viewer, bundle.ids);
  for (const [name, answer] of answers) {
    assert.deepEqual(seenIn(new Map([[name, answer]])), [], `${name}: ${answer.text}`);
    const refused = name.startsWith('POST /v1/scorecards/try') ? 403 : 200;
    assert.equal(answer.status, refused, `${name}: ${answer.text}`);
  }
  assert.deepEqual(seenIn(await allOf(owner, bundle.ids)), Object.keys(CANARIES));
  const program = await bundle.one.ask('GET', `/v1/call-logs/${bundle.ids.callId}`);
  assert.match(program.text, /canary-speech/);
});

test('a masked answer keeps its structure, its ids and its times', async (t) => {
  const bundle = await spied(t);
  const { owner, viewer, ids } = bundle;
  await owner.ask('PATCH', '/v1/project', { maskForViewers: true });
  const log = await viewer.ask('GET', `/v1/call-logs/${ids.callId}`);
  assert.deepEqual(
    ['/callId', '/direction', '/language', '/startedAt', '/turns/1/speaker'].map(log.at),
    [ids.callId, 'OUTBOUND', 'en', LOG.startedAt, 'AGENT'],
  );
  assert.deepEqual(['/turns/1/startMs', '/turns/1/text'].map(log.at), [900, '•••••']);
  const delivery = await viewer.ask('GET', `/v1/deliveries/${ids.delivery}`);
  const body = JSON.parse(String(delivery.at('/body')));
  assert.equal(body.message, '•••••');
  assert.equal(body.data.callId, ids.callId);
  assert.equal(body.data.clientId, undefined);
  assert.equal(delivery.at('/attemptList/0/status'), 503);
  const endpoint = await viewer.ask('GET', `/v1/endpoints/${ids.endpoint}`);
  assert.equal(endpoint.at('/name'), 'alpha-endpoint');
  const session = await viewer.ask('GET', '/v1/session');
  assert.deepEqual(['/memberships/0/masked', '/user/email'].map(session.at), [
    true,
    'viewer@example.com',
  ]);
});

test('a viewer cannot find a masked value by search or filter', async (t) => {
  const bundle = await spied(t);
  const { owner, viewer } = bundle;
  await owner.ask('PATCH', '/v1/project', { maskForViewers: true });
  for (const guess of ['alpha-client', 'alpha-cl']) {
    const found = await owner.ask('GET', `/v1/search?q=${guess}`);
    assert.notEqual(found.at('/data/0'), undefined, guess);
    const hidden = await viewer.ask('GET', `/v1/search?q=${guess}`);
    assert.equal(hidden.at('/data/0'), undefined, guess);
  }
  const bySid = await viewer.ask('GET', '/v1/search?q=alpha-sid');
  assert.notEqual(bySid.at('/data/0'), undefined);
  for (const name of ['clientId', 'notClientId']) {
    const filter = await viewer.ask('GET', `/v1/calls?${name}=alpha-client`);
    assert.deepEqual([filter.status, filter.at('/code')], [403, 'FORBIDDEN'], name);
  }
});

test('the audit trail says who read personal data, and whether it was masked', async (t) => {
  const bundle = await spied(t);
  const { owner, viewer, ids, clock } = bundle;
  const entries = async (): Promise<readonly unknown[]> => {
    const { json } = await owner.ask('GET', '/v1/audit?limit=50');
    const { data } = json as { data: readonly Record<string, unknown>[] };
    return data
      .filter(({ action }) => action === 'personal-data.read')
      .map(({ actor, target, after }) => [actor, target, after]);
  };
  const log = `/v1/call-logs/${ids.callId}`;
  await viewer.ask('GET', log);
  assert.deepEqual(await entries(), []);
  await owner.ask('PATCH', '/v1/project', { maskForViewers: true });
  await viewer.ask('GET', log);
  await viewer.ask('GET', log);
  await owner.ask('GET', log);
  await viewer.ask('GET', '/v1/call-logs/unknown');
  await bundle.one.ask('GET', log);
  const byViewer = [viewer.id, ids.callId, { operation: 'getCallLog', masked: true }];
  const byOwner = [owner.id, ids.callId, { operation: 'getCallLog', masked: false }];
  assert.deepEqual(await entries(), [byOwner, byViewer]);
  clock.advance(NOTED_EVERY_MS + 1);
  await viewer.ask('GET', log);
  assert.deepEqual(await entries(), [byViewer, byOwner, byViewer]);
  await viewer.ask('GET', '/v1/calls', undefined, { accept: 'text/csv' });
  const newest = await owner.ask('GET', '/v1/audit?limit=1');
  assert.deepEqual(['/data/0/action', '/data/0/after/masked'].map(newest.at), [
    'calls.exported',
    true,
  ]);
});

test('the table of this test has at least 35 routes', () => {
  const routes: readonly Route[] = VIEWED;
  assert.ok(routes.length >= 35, String(routes.length));
});
