/**
 * The requests of a run, generated from the document: single requests that follow it, the same
 * requests mutated, and stories in which one request needs the result of an earlier one. A run is a
 * list of drafts, which fast-check shrinks to the shortest that still fails.
 */
import fc from 'fast-check';
import { TRIGGERS } from '../../src/core/trigger/trigger.ts';
import { ASKING_SOURCE, asking, form, POSTING_SOURCE, signatureOf, takesForm } from './callback.ts';
import type { Operation } from './document.ts';
import { type Body, type Draft, type Pair, percentEncoded } from './draft.ts';
import { mutated, mutation } from './mutation.ts';
import { pathValue, valid } from './valid.ts';

/** Operations that make a key pair or wait for a receiver are asked less often. */
const WEIGHTS: Readonly<Record<string, number>> = {
  createSigningKey: 1,
  rotateSigningKeys: 1,
  revokeSigningKey: 1,
  testEndpoint: 2,
  probeEndpoint: 2,
  reportCall: 14,
  reportCalls: 5,
  previewCall: 10,
  trySource: 8,
  createEndpoint: 8,
  updateEndpoint: 8,
  checkEndpointChange: 8,
  ingestCallback: 8,
  // Their filters have many parts, which seldom fit together.
  previewBulkJob: 40,
  createBulkJob: 14,
  // Its body must name one of three subjects; most generated bodies name none or several.
  createErasure: 20,
  // It needs a closed delivery.
  replayDelivery: 20,
  programInboxBox: 14,
  rotateEndpointSecret: 14,
  skipLaneHead: 20,
  signIn: 10,
  createInvitation: 8,
  createPasswordReset: 8,
  deleteInvitation: 8,
  removeMember: 8,
};
const WEIGHT = 4;

/** An endpoint that launches an agent; no other can have a run. */
const AGENT = 'createEndpoint of an agent';
/** A source that accepts GET; most accept POST only. */
const ASKING = 'createSource of a platform that asks';
/** A source that accepts the callbacks of `callback.ts`, and a sample that it understands. */
const POSTING = 'createSource of a platform that posts';
const SAMPLE = 'trySource with a sample';
/** An endpoint from which consumers pull messages. */
const PULL = 'createEndpoint of a pull endpoint';
/** Two different reports of one call with the same id. */
const REPORT = 'reportCall with an id';
const OTHER_REPORT = 'reportCall with the same id';
/** Steps of stories with a fixed body, and their operations. */
const GIVEN: Readonly<Record<string, readonly [operation: string, body: unknown]>> = {
  [AGENT]: [
    'createEndpoint',
    {
      name: 'agent',
      kind: 'self-provided-agent',
      target: '«receiver:/ok»',
      auth: { method: 'rsa-sha256' },
      triggers: ['CALL_LOG_CREATED'],
    },
  ],
  [ASKING]: ['createSource', ASKING_SOURCE],
  [POSTING]: ['createSource', POSTING_SOURCE],
  [SAMPLE]: ['trySource', { body: 'CallSid=CA7f1d&CallStatus=completed' }],
  [PULL]: [
    'createEndpoint',
    { name: 'pull', kind: 'pull', auth: { method: 'rsa-sha256' }, triggers: TRIGGERS },
  ],
  [REPORT]: ['reportCall', { status: 'CALLING', reportId: 'reused' }],
  [OTHER_REPORT]: ['reportCall', { status: 'CLOSING', reportId: 'reused' }],
};
/** Steps that are about the newest call in a story. */
const OF_A_CALL: ReadonlySet<string> = new Set([
  'launchAcwRun',
  'createAcwResult',
  'listAcwResults',
  'getCall',
  'getCallLog',
  'deleteCallLog',
  'tryScorecard',
  'previewCall',
  'deleteCall',
  REPORT,
  OTHER_REPORT,
]);

/** Operations in turn, each with the things that the ones before made: pick 0 is the newest. */
const STORIES: readonly (readonly string[])[] = [
  ['createEndpoint', 'getEndpoint', 'updateEndpoint', 'disableEndpoint', 'enableEndpoint'],
  ['createEndpoint', 'rotateEndpointSecret', 'rotateEndpointSecret', 'testEndpoint'],
  ['createEndpoint', 'checkEndpointChange', 'updateEndpoint', 'checkEndpointChange'],
  ['createEndpoint', 'testEndpoint', 'reportCall', 'listDeliveries', 'getDelivery'],
  ['createEndpoint', 'disableEndpoint', 'reportCall', 'cancelDelivery', 'recoverEndpoint'],
  ['createEndpoint', 'reportCall', 'explainCall', 'deleteEndpoint', 'explainCall'],
  ['reportCall', 'reportCall', 'reportCall', 'getCall', 'listDeliveries', 'retryDelivery'],
  ['listDeliveries', 'getDelivery', 'retryDelivery', 'cancelDelivery', 'retryDeliveries'],
  ['createEndpoint', 'reportCall', 'replayCall', 'skipLaneHead', 'replayDelivery', 'getDelivery'],
  ['reportCall', REPORT, OTHER_REPORT, 'getCall'],
  [PULL, 'reportCall', 'pullMessages', 'acknowledgeMessages', 'pullMessages'],
  [PULL, 'reportCall', 'pullMessages', 'failMessages', 'pullMessages', 'releaseMessages'],
  ['listAlerts', 'getAlert', 'updateAlert', 'getAlert'],
  ['createMaintenanceWindow', 'listMaintenanceWindows', 'deleteMaintenanceWindow'],
  ['reportCall', 'previewCall', 'previewCall', 'previewCall', 'getCall'],
  ['createEndpoint', 'reportCall', 'listDeliveries', 'sendDeliveryToInbox', 'listInbox'],
  ['reportCall', 'previewBulkJob', 'createBulkJob', 'getBulkJob', 'listBulkItems', 'abortBulkJob'],
  ['reportCall', 'previewBulkJob', 'previewBulkJob', 'previewBulkJob', 'previewBulkJob'],
  ['reportCall', 'createErasure', 'createErasure', 'createErasure', 'getErasure'],
  ['listIssues', 'updateIssue', 'getIssue', 'getEndpointStats', 'getCallStats'],
  ['disableEndpoint', 'reportCalls', 'listDeliveries', 'cancelDelivery', 'enableEndpoint'],
  ['createEndpoint', 'reportCall', 'listDeliveries', 'retryDelivery', 'getDelivery'],
  ['createEndpoint', 'reportCall', 'recoverEndpoint', 'retryDeliveries', 'getStats'],
  ['createSource', 'ingestCallback', 'ingestCallback', 'listSourceRequests', 'deleteSource'],
  ['createSource', 'updateSource', 'trySource', 'ingestCallback', 'getSource', 'deleteSource'],
  [POSTING, SAMPLE, 'ingestCallback', 'trySource', 'ingestCallback', 'deleteSource'],
  [ASKING, 'ingestQuery', 'ingestQuery', 'listSourceRequests', 'deleteSource'],
  ['createApiKey', 'getApiKey', 'revokeApiKey', 'getApiKey'],
  ['listSigningKeys', 'getJwks', 'getSigningKeyPem', 'rotateSigningKeys', 'revokeSigningKey'],
  ['createInvitation', 'previewInvitation', 'acceptInvitation', 'listMembers', 'updateMember'],
  ['createInvitation', 'listInvitations', 'deleteInvitation', 'previewInvitation'],
  ['listMembers', 'createPasswordReset', 'previewPasswordReset', 'completePasswordReset'],
  ['getSession', 'updateAccount', 'listSessions', 'endSession', 'getSession'],
  ['signIn', 'listSessions', 'endSession'],
  ['createProject', 'listProjects', 'listMembers', 'removeMember'],
  ['getProject', 'updateProject', 'getProject', 'listAudit', 'getStats'],
  [AGENT, 'reportCall', 'launchAcwRun', 'createAcwResult', 'createAcwResult', 'getAcwResult'],
  [AGENT, 'reportCall', 'launchAcwRun', 'getAcwRun', 'rerunAcwRun', 'listAcwRuns', 'getCall'],
  [AGENT, 'reportCall', 'launchAcwRun', 'createAcwResult', 'listAcwResults', 'rerunAcwRun'],
  ['putCallLog', 'getCallLog', 'putCallLog', 'tryScorecard', 'deleteCallLog', 'getCallLog'],
  ['reportCall', 'getCall', 'deleteCall', 'getCall', 'reportCall'],
  ['createScorecard', 'getScorecard', 'updateScorecard', 'updateScorecard', 'deleteScorecard'],
  ['createScorecard', 'setDefaultScorecard', 'deleteScorecard', 'listScorecards'],
];

const PLATFORM: Pair = ['authorization', 'Bearer «platform:»'];
/** `Bearer` and a key with one scope only, for the refusals of scopes. */
const NARROW = 'Bearer «narrow:»';

/** The headers of a browser with a session, on our own page or on another site. */
function signedIn(elsewhere: boolean): readonly Pair[] {
  return [
    ['cookie', 'ringpost=«session:»'],
    ['ringpost-project', '«project:»'],
    ['sec-fetch-site', elsewhere ? 'cross-site' : 'same-origin'],
  ];
}

export function plans(operations: readonly Operation[]): fc.Arbitrary<readonly Draft[]> {
  const byId = new Map(operations.map((each) => [each.id, each]));
  const single = fc.oneof(
    ...operations.map((each) => ({
      weight: WEIGHTS[each.id] ?? WEIGHT,
      arbitrary: draftOf(each),
    })),
  );
  const changed = fc
    .tuple(single, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([draft, changes]) => changes.reduce(mutated, draft));
  const stories = STORIES.map((names) => {
    const steps = names.map((name) => {
      const [id, body] = GIVEN[name] ?? [name];
      const operation = byId.get(id);
      if (operation === undefined) throw new Error(`the document has no operation ${id}`);
      const made = draftOf(operation).map(newest);
      const drafts = body === undefined ? made : made.map((draft) => withBody(draft, body));
      return OF_A_CALL.has(name) ? drafts.map(ofNewestCall) : drafts;
    });
    return fc.tuple(...steps);
  });
  return fc.oneof(
    { weight: 6, arbitrary: fc.array(changed, { minLength: 1, maxLength: 6 }) },
    { weight: 3, arbitrary: fc.array(single, { minLength: 1, maxLength: 6 }) },
    { weight: 2, arbitrary: fc.oneof(...stories) },
    { weight: 1, arbitrary: withinStory(fc.oneof(...stories)) },
  );
}

/** A story with one request of it mutated. */
function withinStory(story: fc.Arbitrary<readonly Draft[]>): fc.Arbitrary<readonly Draft[]> {
  return fc
    .tuple(story, fc.nat({ max: 5 }), mutation)
    .map(([drafts, at, change]) =>
      drafts.map((draft, index) => (index === at % drafts.length ? mutated(draft, change) : draft)),
    );
}

/** A request that follows the document. */
export function draftOf(operation: Operation): fc.Arbitrary<Draft> {
  const { path, pathParameters, query, headers } = operation;
  const places = fc.tuple(
    ...pathParameters.map(({ name, schema }) => pathValue(path, name, schema)),
  );
  const asked = pairs(query);
  // Seldom, because an Idempotency-Key beside another `reportId` is refused.
  const named = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: pairs(headers) },
  );
  const drafts = fc
    .record({
      places,
      asked,
      named,
      body: bodyOf(operation),
      narrow: fc.nat({ max: 30 }).map((roll) => roll === 13),
    })
    .map(({ body, narrow, ...values }) => {
      const authorization: Pair = ['authorization', narrow ? NARROW : 'Bearer «api:»'];
      const type: Pair = ['content-type', operation.body?.type ?? ''];
      return {
        operation: operation.id,
        method: operation.method,
        rawQuery: '',
        changes: [],
        path: pathParameters.reduce(
          (text, { name }, index) => text.replace(`{${name}}`, encoded(values.places[index] ?? '')),
          path,
        ),
        query: values.asked,
        headers: [
          ['host', '«host:»'],
          ...(operation.scope === null ? [] : [authorization]),
          ...(operation.people ? signedIn(narrow) : []),
          ...(operation.platform ? [narrow ? authorization : PLATFORM] : []),
          ...(body.kind === 'none' ? [] : [type]),
          ...values.named,
          ...signatureOf(operation, body),
        ],
        body,
        framing: 'length',
      } satisfies Draft;
    });
  return operation.id === 'ingestQuery' ? asking(drafts) : drafts;
}

function pairs(parameters: Operation['query']): fc.Arbitrary<readonly Pair[]> {
  const each = parameters.map(({ name, required, schema }) =>
    fc
      .tuple(fc.boolean(), valid(schema, name))
      .map(([wanted, value]): readonly Pair[] =>
        wanted || required ? [[name, String(value)]] : [],
      ),
  );
  return fc.tuple(...each).map((lists) => lists.flat());
}

function bodyOf(operation: Operation): fc.Arbitrary<Body> {
  const { body } = operation;
  if (takesForm(operation)) return form;
  if (body === null) return fc.constant({ kind: 'none' });
  const made = valid(body.schema, '');
  // The example of the document is valid and supplies the fields that were not generated.
  const lent = made.map((value) => ({ ...Object(onThisMachine(body.example)), ...Object(value) }));
  const json = fc
    .oneof({ weight: 1, arbitrary: made }, { weight: 3, arbitrary: lent })
    .map((value): Body => ({ kind: 'json', value }));
  const none = fc.constant<Body>({ kind: 'none' });
  return body.required ? json : fc.oneof(json, none);
}

function onThisMachine(example: unknown): unknown {
  const text = JSON.stringify(example) ?? '{}';
  return JSON.parse(text.replaceAll('https://hooks.example.com/calls', '«receiver:/ok»'));
}

/** Percent-encodes all but marks, which are encoded when they are filled in. */
function encoded(text: string): string {
  return text
    .split(/(«[^»]*»)/)
    .map((part) => (part.startsWith('«') ? part : percentEncoded(part)))
    .join('');
}

function withBody(draft: Draft, value: unknown): Draft {
  return { ...draft, body: { kind: 'json', value } };
}

function ofNewestCall(draft: Draft): Draft {
  const path = draft.path.replace(/^(\/v1\/(?:calls|call-logs)\/)[^/]+/, '$1«call:0»');
  const { body } = draft;
  if (body.kind !== 'json' || !Object.hasOwn(Object(body.value), 'callId')) {
    return { ...draft, path };
  }
  const value = { ...Object(body.value), callId: '«call:0»' };
  return { ...draft, path, body: { kind: 'json', value } };
}

const COUNTED = /«(usr|ses|inv|invite|ep|dlv|src|key|kid|call|prj|run|acwr|sc|alr|mtw|lease):\d+»/g;

/** Makes every mark name the newest of its kind, so that a story uses what it made. */
function newest(draft: Draft): Draft {
  const settled = (text: string): string => text.replace(COUNTED, '«$1:0»');
  const body: Body =
    draft.body.kind === 'json'
      ? { kind: 'json', value: JSON.parse(settled(JSON.stringify(draft.body.value))) }
      : draft.body;
  const query = draft.query.map(([name, value]): Pair => [name, settled(value)]);
  return { ...draft, path: settled(draft.path), query, body };
}
