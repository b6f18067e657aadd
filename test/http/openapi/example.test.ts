/**
 * The examples of the API document are true: every request is accepted as it stands, and what
 * comes back has the keys that the document shows.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DESCRIBED } from '../../../src/http/openapi/example.ts';
import { openAlert } from '../open-alert.ts';
import { type Answer, type Bundle, setup } from '../setup.ts';
import { peopleExamples } from './people-example.ts';

interface Documented {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly example: unknown;
  readonly answer: unknown;
}

test('every request of the document is accepted, and answers as the document shows', async (t) => {
  const bundle = await setup(t, { letters: { send: async () => null } });
  const sent = (await documented(bundle)).filter(({ example }) => example !== undefined);
  assert.ok(sent.length >= 13);
  const sendAsPerson = peopleExamples(bundle);
  for (const each of sent) {
    const reply = (await sendAsPerson(each)) ?? (await send(bundle, each));
    assert.ok(reply.status < 300, `${each.operationId}: ${reply.status} ${reply.text}`);
    if (each.answer !== undefined) {
      assert.deepEqual(shapeOf(reply.json), shapeOf(each.answer), each.operationId);
    }
  }
});

test('every request body has an example', async (t) => {
  const { call } = await setup(t);
  const paths = Object((await call('GET', '/openapi.json')).at('/paths'));
  for (const path of Object.values(paths)) {
    for (const operation of Object.values(Object(path))) {
      const { operationId, requestBody } = Object(operation);
      if (requestBody === undefined) continue;
      for (const media of Object.values(requestBody.content)) {
        assert.notEqual(Object(media).example, undefined, operationId);
      }
    }
  }
});

test('the document shows a form as the only body of an ingest source', async (t) => {
  const { call } = await setup(t);
  const { at } = await call('GET', '/openapi.json');
  const path = '/paths/~1v1~1ingest~1{adapter}~1{sourceId}/post/requestBody';
  assert.equal(at(`${path}/required`), true);
  const form = 'application/x-www-form-urlencoded';
  assert.deepEqual(Object.keys(Object(at(`${path}/content`))), [form]);
});

test('the bodies of a test and of a rotation may be left out', async (t) => {
  const bundle = await setup(t);
  for (const each of await documented(bundle)) {
    if (each.operationId !== 'testEndpoint' && each.operationId !== 'rotateSigningKeys') continue;
    const required = (await bundle.call('GET', '/openapi.json')).at(
      `/paths/${each.path.replaceAll('/', '~1')}/post/requestBody/required`,
    );
    assert.equal(required, false);
    const without = await send(bundle, { ...each, example: undefined });
    assert.equal(without.status, 200, without.text);
    const headers = { 'content-type': 'application/json' };
    const empty = await bundle.call('POST', await pathOf(bundle, each), undefined, { headers });
    assert.equal(empty.status, 200, empty.text);
  }
});

test('each description belongs to an operation', async (t) => {
  const known = new Set((await documented(await setup(t))).map(({ operationId }) => operationId));
  assert.deepEqual(
    Object.keys(DESCRIBED).filter((name) => !known.has(name)),
    [],
  );
});

test('reports come first, the service itself last', async (t: TestContext) => {
  const { call } = await setup(t);
  const { at } = await call('GET', '/openapi.json');
  const tags: { name: string }[] = Object(at('/tags'));
  const names = tags.map(({ name }) => name);
  assert.deepEqual(names.slice(0, 3), ['reports', 'endpoints', 'deliveries']);
  assert.deepEqual(names.slice(3, 5), ['messages', 'calls']);
  assert.equal(names.at(-1), 'service');
});

async function documented({ call }: Bundle): Promise<readonly Documented[]> {
  const { json } = await call('GET', '/openapi.json');
  return Object.entries(Object(Object(json).paths)).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([method, found]) => {
      const { operationId, requestBody, responses } = Object(found);
      const success = Object.entries(Object(responses)).find(([status]) => status.startsWith('2'));
      return {
        operationId: String(operationId),
        method: method.toUpperCase(),
        path,
        example: requestBody?.content['application/json']?.example,
        answer: Object(success?.[1]).content?.['application/json']?.example,
      };
    }),
  );
}

async function send(bundle: Bundle, each: Documented): Promise<Answer> {
  if (each.path.startsWith('/v1/instance/')) return sendAsPlatform(bundle, each);
  const path = await pathOf(bundle, each);
  return bundle.call(each.method, path, await exampleOf(bundle, each));
}

async function sendAsPlatform(bundle: Bundle, { method, path, example }: Documented) {
  const { token } = await bundle.service.instanceKeys.create('of a test');
  const made = DESCRIBED.createInstanceProject?.request;
  const present = await bundle.call('POST', '/v1/instance/projects', made, { token });
  const filled = path.replace('{projectId}', String(present.at('/id')));
  return bundle.call(method, filled, example, { token });
}

const ACW_POSTS = ['createAcwResult', 'launchAcwRun'];

/** The example, with the ids of an agent and a run that exist. */
async function exampleOf(bundle: Bundle, { operationId, example }: Documented): Promise<unknown> {
  if (!ACW_POSTS.includes(operationId)) return example;
  const acwAgentId = await bundle.endpoint(['CALL_LOG_CREATED'], { kind: 'self-provided-agent' });
  if (operationId === 'launchAcwRun') return { ...Object(example), acwAgentId };
  const run = await bundle.call('POST', '/v1/calls/call-1/acw-runs', { acwAgentId });
  assert.equal(run.status, 202, run.text);
  return { ...Object(example), acwAgentId, acwRunId: run.at('/acwRunId') };
}

/** Which operation makes the thing whose id is in the path, if it is no endpoint. */
const MADE_BY: Readonly<Record<string, readonly [collection: string, by: string]>> = {
  updateSource: ['/v1/sources', 'createSource'],
  trySource: ['/v1/sources', 'createSource'],
  updateScorecard: ['/v1/scorecards', 'createScorecard'],
};

/** The path with ids of things that exist. */
async function pathOf(bundle: Bundle, { path, operationId }: Documented): Promise<string> {
  if (path.includes('{fingerprint}')) return path.replace('{fingerprint}', await issueOf(bundle));
  if (path.startsWith('/v1/alerts/{id}')) return path.replace('{id}', await openAlert(bundle));
  if (path.startsWith('/v1/deliveries/{id}') || path.includes('/lanes/')) {
    const callId = `call-of-${operationId}`;
    const { id, endpointId } = await openDelivery(bundle, callId);
    const thing = path.startsWith('/v1/deliveries') ? id : endpointId;
    return path.replace('{id}', thing).replace('{callId}', callId);
  }
  if (path.includes('/messages')) {
    const kind = { kind: 'pull', target: null };
    return path.replace('{id}', await bundle.endpoint(['CALL_LOG_CREATED'], kind));
  }
  if (operationId === 'rotateEndpointSecret') {
    const auth = { method: 'hmac-sha256' };
    return path.replace('{id}', await bundle.endpoint(['CALL_LOG_CREATED'], { auth }));
  }
  if (operationId === 'replayCall') await openDelivery(bundle, 'call-1');
  if (path.includes('{callId}')) return path.replace('{callId}', 'call-1');
  if (path.includes('{channel}')) return path.replace('{channel}/{name}', 'http/crm');
  if (!path.includes('{id}')) return path;
  const [collection, by] = MADE_BY[operationId] ?? ['/v1/endpoints', 'createEndpoint'];
  // No process listens on this loopback port, so that a test send fails at once.
  const target = operationId === 'testEndpoint' ? { target: 'http://127.0.0.1:9/' } : {};
  const made = await bundle.call('POST', collection, { ...DESCRIBED[by]?.request, ...target });
  return path.replace('{id}', String(made.at('/id')));
}

/** Makes an open delivery to an endpoint that ticks the trigger of the examples. */
async function openDelivery({ call }: Bundle, callId: string) {
  await call('POST', '/v1/endpoints', DESCRIBED.createEndpoint?.request);
  const report = { direction: 'OUTBOUND', status: 'COMPLETED' };
  await call('POST', `/v1/calls/${callId}/reports`, report);
  const found = await call('GET', `/v1/deliveries?state=due,waiting&callId=${callId}`);
  return { id: String(found.at('/data/0/id')), endpointId: String(found.at('/data/0/endpointId')) };
}

async function issueOf(bundle: Bundle): Promise<string> {
  return `${(await openDelivery(bundle, 'call-of-an-issue')).endpointId}-503`;
}

/** The value with each text, number and boolean replaced by its type. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]));
}
