/**
 * A viewer of a project that masks reads no data of callers, under any name of the display text and
 * in any form: a canary is in every free field that platforms and agents send, and an endpoint
 * exists for the name of every field of the API.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { asKey, type DeliveryKey, parseId } from '../../src/core/id.ts';
import { SCOPES } from '../../src/core/key/scope.ts';
import { firstOwner, member } from '../http/person/people.ts';
import type { Answer } from '../http/setup.ts';
import { settingsOf } from '../store/given.ts';
import { CANARY, CANARY_FORMS, type CanaryForm, canaryBody, namesIn } from './canary.ts';
import { nameOf, ROUTES, requestOf } from './route-table.ts';
import { twoProjects } from './two-projects.ts';
import { allOf } from './viewed.ts';

const FORMS = Object.keys(CANARY_FORMS) as readonly CanaryForm[];
const COMPLETED = 'OUTBOUND_CALL_COMPLETED';
/** Endpoints at once; a project has at most 200. */
const AT_ONCE = 180;
/** Names that existing endpoints may have; the API refuses some of them today. */
const MORE_KEYS = ['callId', 'callSid', 'clientId', 'projectId', 'title', 'content', 'blocks'];

async function canaried(t: TestContext) {
  const bundle = await twoProjects(t);
  const owner = await firstOwner(bundle);
  const viewer = await member(bundle, owner, 'viewer');
  const document = (await bundle.call('GET', '/openapi.json')).json;
  const names = new Set([...namesIn(document), ...MORE_KEYS]);
  const keys = [...names].filter(
    (name) => /^[A-Za-z_]\w*$/.test(name) && name !== 'data' && name !== 'errors',
  );
  const on = await owner.ask('PATCH', '/v1/project', { maskForViewers: true });
  assert.equal(on.status, 200, on.text);
  return { ...bundle, owner, viewer, document, keys };
}

type Canaried = Awaited<ReturnType<typeof canaried>>;

/** Does `work` while the project has an endpoint for each of these names of the display text. */
async function withKeys(
  { clock, project, store }: Canaried,
  keys: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const nothing = { target: null, before: null, after: null, requestId: null };
  const entry = { atMs: clock.wallMs(), actor: 'system', action: 'test.done', ...nothing };
  const made = [];
  for (const contentKey of keys) {
    const settings = settingsOf({ name: contentKey, contentKey, triggers: [COMPLETED] });
    made.push(
      await store.createEndpoint({
        projectKey: project.key,
        settings,
        enabled: true,
        audit: entry,
      }),
    );
  }
  await work();
  for (const { key } of made)
    await store.deleteEndpoint({ projectKey: project.key, key, audit: entry });
}

/** Reports a call with a canary in every field; returns the ids of all its records. */
async function callOf(bundle: Canaried, form: CanaryForm, batch = 0) {
  const { one, document } = bundle;
  const callId = `call-${form}-${batch}`;
  const send = async (path: string, schema: string, fixed: object, good: number) => {
    const answer = await one.ask('POST', path, canaryBody(document, schema, form, fixed));
    assert.equal(answer.status, good, answer.text);
    return answer;
  };
  const direction = 'OUTBOUND';
  const text = CANARY_FORMS[form]('metadata');
  const recordingUrl = 'https://a.example/CANARY';
  const facts = { recordingUrl, sipCode: 486, metadata: { [text]: text } };
  const calling = { status: 'CALLING', direction, ...facts };
  await send(`/v1/calls/${callId}/reports`, 'Report', calling, 202);
  const log = {
    direction,
    startedAt: '2026-11-20T00:00:00Z',
    recordingUrl: 'https://a.example/CANARY',
    turns: [{ speaker: 'CUSTOMER', text: CANARY_FORMS[form]('turn'), startMs: 0, endMs: 900 }],
    participants: [
      {
        id: CANARY_FORMS[form]('id'),
        role: 'CUSTOMER',
        name: CANARY_FORMS[form]('name'),
      },
    ],
  };
  await send(`/v1/call-logs/${callId}`, 'CallLogInput', log, 201);
  await send(
    `/v1/calls/${callId}/reports`,
    'Report',
    { status: 'COMPLETED', errors: [], ...facts },
    202,
  );
  const acwAgentId = one.ids.agent;
  const started = await one.ask('POST', `/v1/calls/${callId}/acw-runs`, { acwAgentId });
  const run = { callId, acwAgentId, acwRunId: String(started.at('/acwRunId')) };
  const result = await send(
    '/v1/acw-results',
    'AcwResultInput',
    { ...run, isError: true, errors: [{ code: 'ANALYZER_FAILED', message: 'canary' }] },
    201,
  );
  const inbox = `${bundle.inbox.origin}/${one.ids.project}/http/default`;
  const canary = CANARY_FORMS[form]('inbox');
  const body = JSON.stringify({ callId: canary, name: canary, data: { clientId: canary, canary } });
  await fetch(inbox, { method: 'POST', body, headers: { 'acw-caller': canary } });
  const delivery = await firstDelivery(bundle, callId);
  const ids = {
    ...one.ids,
    callId,
    delivery,
    run: run.acwRunId,
    result: String(result.at('/acwResultId')),
    inboxItem: String((await one.ask('GET', '/v1/inbox')).at('/data/0/id')),
  };
  return ids;
}

async function firstDelivery(bundle: Canaried, callId: string): Promise<string> {
  const list = await bundle.one.ask('GET', `/v1/deliveries?callId=${callId}&trigger=${COMPLETED}`);
  const id = String(list.at('/data/0/id'));
  const next = { state: 'exhausted', atMs: bundle.clock.wallMs(), failures: 7 } as const;
  await bundle.settle(id, next, 503, undefined, 'canary of a receiver');
  return id;
}

function unseen(what: string, { text, status }: Answer): void {
  assert.ok(status < 500, `${what}: ${text}`);
  assert.doesNotMatch(text, CANARY, what);
}

test('no canary in any field reaches a viewer, by any route, in any form', async (t) => {
  const bundle = await canaried(t);
  for (const form of FORMS) {
    const ids = await callOf(bundle, form);
    const seen = [...(await allOf(bundle.owner, ids)).values()].filter(({ text }) =>
      CANARY.test(text),
    );
    assert.ok(seen.length >= 10, `an owner sees them: ${seen.length}`);
    for (const [name, answer] of await allOf(bundle.viewer, ids)) unseen(`${form} ${name}`, answer);
  }
});

test('a viewer reads no display text of a delivery, under any name', async (t) => {
  const bundle = await canaried(t);
  const { keys } = bundle;
  const found = new Set<string>();
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    await withKeys(bundle, keys.slice(from, from + AT_ONCE), async () => {
      for (const form of FORMS) {
        const { callId } = await callOf(bundle, form, from);
        for (const key of await keysRead(bundle, callId)) found.add(key);
      }
    });
  }
  assert.deepEqual([...found].sort(), [...new Set([...keys, 'message'])].sort());
});

const FACTS = {
  from: '+4915198765432',
  to: 'sip:canary-to@pbx.example',
  hangupCause: 'canary cause',
  agentId: 'canary agent',
  queue: 'canary queue',
  tags: ['canary tag'],
  recordingUrl: 'https://a.example/CANARY',
  metadata: { 'canary name': 'canary value' },
};

test('a viewer neither reads nor finds a fact of a call, also in version 2', async (t) => {
  const bundle = await canaried(t);
  const { one, owner, viewer } = bundle;
  const { kind, auth } = { kind: 'custom', auth: { method: 'hmac-sha256' } };
  const target = 'https://hooks.example.com/two';
  const endpoint = { name: 'two', kind, target, auth, triggers: [COMPLETED], payloadVersion: 2 };
  const made = await one.ask('POST', '/v1/endpoints', endpoint);
  assert.equal(made.status, 201, made.text);
  const said = { status: 'COMPLETED', direction: 'OUTBOUND', ...FACTS };
  const report = await one.ask('POST', '/v1/calls/call-facts/reports', said);
  assert.equal(report.status, 202, report.text);
  const list = `/v1/deliveries?callId=call-facts&endpointId=${made.at('/id')}`;
  const delivery = `/v1/deliveries/${(await one.ask('GET', list)).at('/data/0/id')}`;
  const preview = { kind, trigger: COMPLETED, payloadVersion: 2 };
  const ways = [
    ['GET', '/v1/calls/call-facts'],
    ['GET', '/v1/calls'],
    ['GET', delivery],
    ['POST', '/v1/calls/call-facts/preview', preview],
  ] as const;
  const told = JSON.stringify(FACTS).match(/canary [a-z]+|canary-to|CANARY|4915198765432/g) ?? [];
  assert.equal(told.length, 9);
  for (const [method, path, body] of ways) {
    const shown = await owner.ask(method, path, body);
    for (const text of told) assert.ok(shown.text.includes(text), `owner: ${path} has no ${text}`);
    const masked = await viewer.ask(method, path, body);
    assert.equal(masked.status, 200, masked.text);
    for (const text of told) assert.ok(!masked.text.includes(text), `viewer: ${path} has ${text}`);
  }
  for (const query of ['number=%2B4915198765432', 'tag=canary%20tag']) {
    assert.notEqual((await owner.ask('GET', `/v1/calls?${query}`)).at('/data/0'), undefined);
    assert.equal((await viewer.ask('GET', `/v1/calls?${query}`)).status, 403, query);
  }
  const found = await viewer.ask('GET', '/v1/search?q=%2B4915198765432');
  assert.equal(found.at('/data/0'), undefined, found.text);
});

test('a preview masks the display text under every name', async (t) => {
  const bundle = await canaried(t);
  const { callId } = await callOf(bundle, 'sentence');
  for (const contentKey of bundle.keys) {
    const body = { kind: 'custom', trigger: COMPLETED, contentKey };
    const preview = await bundle.viewer.ask('POST', `/v1/calls/${callId}/preview`, body);
    unseen(`preview ${contentKey}`, preview);
  }
});

test('a key reads caller data only by routes of its scope, another project none', async (t) => {
  const bundle = await canaried(t);
  const ids = await callOf(bundle, 'sentence');
  const stranger = await bundle.owner.ask('POST', '/v1/projects', { name: 'another' });
  assert.equal(stranger.status, 201, stranger.text);
  const elsewhere = { 'ringpost-project': String(stranger.at('/id')) };
  const reading = ROUTES.filter(({ method, scope }) => method === 'GET' && scope !== null);
  const seen = new Set<string>();
  for (const scope of SCOPES) {
    const token = await bundle.keyWith([scope]);
    for (const route of reading) {
      const what = `${nameOf(route)} with ${scope}`;
      const { path } = requestOf(route, ids);
      const answer = await bundle.call('GET', path, undefined, { token });
      if (route.scope !== scope) {
        assert.equal(answer.status, 403, what);
        unseen(what, answer);
      } else if (CANARY.test(answer.text)) seen.add(scope);
    }
  }
  for (const scope of ['calls:read', 'call-logs:read', 'acw-results:read', 'deliveries:read']) {
    assert.ok(seen.has(scope), scope);
  }
  for (const route of reading) {
    const { path } = requestOf(route, ids);
    unseen(path, await bundle.owner.ask('GET', path, undefined, elsewhere));
    unseen(path, await bundle.call('GET', path, undefined, { token: bundle.two.token }));
  }
});

/** Reads every delivery of a call as a viewer; returns the names of their display texts. */
async function keysRead(
  { viewer, store, project }: Canaried,
  callId: string,
): Promise<readonly string[]> {
  const keys: string[] = [];
  const list = await viewer.ask(
    'GET',
    `/v1/deliveries?callId=${callId}&trigger=${COMPLETED}&limit=200`,
  );
  unseen(callId, list);
  assert.equal(list.at('/nextCursor'), null);
  const rows: readonly { id: string }[] = Object(list.at('/data'));
  for (const { id } of rows) {
    const stored = await store.delivery({
      projectKey: project.key,
      key: asKey<DeliveryKey>(parseId('dlv', id)?.key ?? 0),
    });
    keys.push(stored?.bodyForm ?? '');
    unseen(`${callId} ${keys.at(-1)}`, await viewer.ask('GET', `/v1/deliveries/${id}`));
  }
  return keys;
}
