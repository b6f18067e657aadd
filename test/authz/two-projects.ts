/**
 * Two projects behind one server, each with one of everything and texts that occur nowhere else, so
 * that a text of one in an answer to the other is a leak. Both have a call with the same id. The
 * first is `default` of `test/http/setup.ts`; the second exists only in the store.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { asKey, type ProjectKey, parseId } from '../../src/core/id.ts';
import { isoTime } from '../../src/core/time.ts';
import { addForeignProject, FOREIGN_TOKEN } from '../http/foreign-project.ts';
import { openAlert } from '../http/open-alert.ts';
import { type Answer, type Bundle, setup, TOKEN } from '../http/setup.ts';
import { CALL_LOG, type Ids, NEW_ENDPOINT, NEW_SCORECARD } from './route-table.ts';

/** The id of a call in each of both projects. */
export const SHARED_CALL = 'call_of_both';

export interface Party {
  readonly token: string;
  readonly ids: Ids;
  /** Asks with the key of the project. Only this project has the call `ids.callId`. */
  ask(method: string, path: string, body?: object): Promise<Answer>;
}

export async function twoProjects(t: TestContext) {
  const bundle = await setup(t);
  const foreign = await addForeignProject(bundle);
  await bundle.service.signingKeys.ensure(bundle.project.key);
  await bundle.service.signingKeys.ensure(foreign.key);
  const one = await furnish(bundle, TOKEN, 'alpha');
  const { endpoint } = one.ids;
  const dueOfShared = `/v1/deliveries?callId=${SHARED_CALL}&endpointId=${endpoint}&state=due`;
  const first = await one.ask('GET', dueOfShared);
  const next = { state: 'exhausted', atMs: bundle.clock.wallMs(), failures: 7 } as const;
  await bundle.settle(String(first.at('/data/0/id')), next);
  // No two ids of the two projects have the same millisecond.
  bundle.clock.advance(1_000);
  const two = await furnish(bundle, FOREIGN_TOKEN, 'bravo');
  return { ...bundle, one, two };
}

/** Gives a project one of everything, with `mark` in each of its texts. */
export async function furnish(bundle: Bundle, token: string, mark: string): Promise<Party> {
  const ask: Party['ask'] = (method, path, body) => bundle.call(method, path, body, { token });
  const made = async (path: string, body: object, status = 201): Promise<Answer> => {
    const answer = await ask('POST', path, body);
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const idOf = (answer: Answer, pointer = '/id') => String(answer.at(pointer));

  await bundle.call('PATCH', '/v1/project', { name: `${mark}-project` }, { token });
  const endpoint = await made('/v1/endpoints', {
    ...NEW_ENDPOINT,
    name: `${mark}-endpoint`,
    target: `http://127.0.0.1:9/${mark}-target`,
    auth: { method: 'bearer', token: `${mark}-token-of-the-endpoint-~${mark}` },
    headers: [{ name: `x-${mark}`, value: `${mark}-value-of-a-header-~${mark}` }],
  });
  const pulled = await made('/v1/endpoints', {
    name: `${mark}-pulled`,
    kind: 'pull',
    triggers: ['OUTBOUND_CALL_EXPIRED'],
    auth: { method: 'rsa-sha256' },
  });
  const source = await made('/v1/sources', {
    name: `${mark}-source`,
    adapter: 'twilio',
    secret: `${mark}-secret-of-the-source-~${mark}`,
    publicUrl: `https://${mark}.example.com/twilio`,
  });
  await postUnsigned(bundle, idOf(source), mark);
  const key = await made('/v1/api-keys', { name: `${mark}-key`, scopes: ['calls:read'] });
  const errors = [{ code: 'INTERNAL_ERROR', message: `${mark}-message` }];
  for (const callId of [SHARED_CALL, `${mark}-call`]) {
    for (const [status, more] of [
      ['CALLING', { reportId: 'first' }],
      ['COMPLETED', { errors, reportId: 'last' }],
    ] as const) {
      const texts = { callSid: `${mark}-sid`, clientId: `${mark}-client` };
      const body = { status, direction: 'OUTBOUND', ...texts, ...more };
      await made(`/v1/calls/${callId}/reports`, body, 202);
    }
  }
  const project = idOf(await ask('GET', '/v1/project'));
  const body = JSON.stringify({ message: `${mark}-inbox`, data: { callId: `${mark}-call` } });
  const box = `${bundle.inbox.origin}/${project}/http/${mark}-box`;
  assert.equal((await fetch(box, { method: 'POST', body })).status, 200);
  const deliveries = await ask('GET', `/v1/deliveries?callId=${mark}-call&state=due`);
  const work = await furnishWork({ ask, made, idOf }, mark);
  const projectKey = asKey<ProjectKey>(parseId('prj', project)?.key ?? 0);
  const window = { until: inAnHour(bundle), note: `${mark}-window` };
  const ids: Ids = {
    callId: `${mark}-call`,
    endpoint: idOf(endpoint),
    pulled: idOf(pulled),
    delivery: idOf(deliveries, '/data/0/id'),
    source: idOf(source),
    apiKey: idOf(key),
    kid: idOf(await ask('GET', '/v1/signing-keys'), '/data/0/kid'),
    project,
    inboxItem: idOf(await ask('GET', '/v1/inbox'), '/data/0/id'),
    bulkJob: idOf(await made('/v1/bulk', { action: 'recover', filter: {} }, 202)),
    erasure: idOf(await made('/v1/erasures', { callId: `${mark}-never` }, 202)),
    fingerprint: `${idOf(endpoint)}-503`,
    alert: await openAlert(bundle, {
      projectKey,
      name: `${mark}-alert`,
      trigger: 'OPS_RUNS_FAILING',
    }),
    maintenanceWindow: idOf(await made('/v1/maintenance-windows', window)),
    ...work,
  };
  return { token, ids, ask };
}

function inAnHour({ clock }: Bundle): string {
  return isoTime(clock.wallMs() + 3_600_000);
}

interface Furnishing extends Pick<Party, 'ask'> {
  made(path: string, body: object, status?: number): Promise<Answer>;
  idOf(answer: Answer, pointer?: string): string;
}

type Work = Pick<Ids, 'agent' | 'run' | 'result' | 'scorecard' | 'nextDefault'>;

/** Stores logs of both calls, and makes an agent whose run for one of them has a result. */
async function furnishWork({ made, idOf }: Furnishing, mark: string): Promise<Work> {
  const turns = [{ ...CALL_LOG.turns[0], text: `${mark} says hello` }];
  for (const callId of [SHARED_CALL, `${mark}-call`]) {
    await made(`/v1/call-logs/${callId}`, { ...CALL_LOG, turns });
  }
  const agent = await made('/v1/endpoints', {
    ...NEW_ENDPOINT,
    name: `${mark}-agent`,
    kind: 'self-provided-agent',
    target: `https://${mark}.example.com/agent`,
    triggers: ['OUTBOUND_CALL_EXPIRED'],
  });
  const acwAgentId = idOf(agent);
  const run = await made(`/v1/calls/${mark}-call/acw-runs`, { acwAgentId }, 202);
  const result = await made('/v1/acw-results', {
    callId: `${mark}-call`,
    acwAgentId,
    result: { text: `${mark}-result` },
  });
  const scorecard = await made('/v1/scorecards', { ...NEW_SCORECARD, name: `${mark}-scorecard` });
  const nextDefault = await made('/v1/scorecards', { ...NEW_SCORECARD, name: `${mark}-next` });
  return {
    agent: acwAgentId,
    run: idOf(run, '/acwRunId'),
    result: idOf(result, '/acwResultId'),
    scorecard: idOf(scorecard),
    nextDefault: idOf(nextDefault),
  };
}

/** Sends a callback that is refused and that the source keeps for its operator. */
async function postUnsigned(bundle: Bundle, source: string, mark: string): Promise<void> {
  const answer = await bundle.call('POST', `/v1/ingest/twilio/${source}`, undefined, {
    token: null,
    raw: `Secret=${mark}-callback`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'no' },
  });
  assert.equal(answer.status, 403, answer.text);
}

/** Ids of the right form that do not exist. */
export function neverGiven(ids: Ids): Ids {
  const unknown = (id: string) => `${id.slice(0, -2)}${id.endsWith('Z9') ? 'Y8' : 'Z9'}`;
  return {
    callId: `${ids.callId}-unknown`,
    endpoint: unknown(ids.endpoint),
    pulled: unknown(ids.pulled),
    delivery: unknown(ids.delivery),
    source: unknown(ids.source),
    apiKey: unknown(ids.apiKey),
    kid: unknown(ids.kid),
    project: unknown(ids.project),
    inboxItem: unknown(ids.inboxItem),
    bulkJob: unknown(ids.bulkJob),
    erasure: unknown(ids.erasure),
    fingerprint: `${unknown(ids.endpoint)}-503`,
    alert: unknown(ids.alert),
    maintenanceWindow: unknown(ids.maintenanceWindow),
    agent: unknown(ids.agent),
    run: unknown(ids.run),
    result: unknown(ids.result),
    scorecard: unknown(ids.scorecard),
    nextDefault: unknown(ids.nextDefault),
  };
}

/** An answer without what differs by request, and with names in place of the sent ids. */
export function comparable({ status, headers, text }: Answer, ids: Ids): unknown {
  const volatile = new Set(['date', 'x-request-id', 'content-length', 'connection', 'keep-alive']);
  const named = (shown: string): string =>
    Object.entries(ids).reduce((plain, [name, id]) => plain.replaceAll(id, name), shown);
  const kept = [...headers].filter(([name]) => !volatile.has(name));
  const plain = named(text.replaceAll(/req_[0-9a-z]+/g, 'req'));
  return { status, headers: kept.map(([name, value]) => [name, named(value)]), text: plain };
}
