/** Scorecards over HTTP: revisions, the default one, and a trial that stores nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CRITERIA_MAX,
  PHRASES_MAX,
  PHRASES_TOTAL_MAX,
} from '../../../../src/acw/evaluation/scorecard.ts';
import { DESCRIBED } from '../../../../src/http/openapi/example.ts';
import { type Answer, type Bundle, setup } from '../../setup.ts';

const WANTED = {
  name: 'Service calls',
  passMark: 80,
  criteria: [
    {
      id: 'greeting',
      question: 'Did the agent greet?',
      points: 10,
      rule: { type: 'PHRASE', match: 'ANY', phrases: ['good morning'] },
    },
  ],
};

function isProblem(answer: Answer, status: number, code: string, field?: string): void {
  assert.deepEqual([answer.status, answer.at('/code')], [status, code], answer.text);
  if (field !== undefined) assert.equal(answer.at('/errors/0/field'), field, answer.text);
}

async function made({ call }: Bundle, more: object = {}): Promise<string> {
  const answer = await call('POST', '/v1/scorecards', { ...WANTED, ...more });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.headers.get('location'), `/v1/scorecards/${answer.at('/id')}`);
  return String(answer.at('/id'));
}

test('a scorecard is shown whole, with the defaults of absent fields', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const id = await made(bundle);
  const read = await call('GET', `/v1/scorecards/${id}`);
  assert.equal(read.headers.get('etag'), '"1"');
  const at = '2026-11-20T00:00:00.000Z';
  const { isDefault: _, ...rest } = Object(read.json);
  assert.deepEqual(rest, {
    id,
    revision: 1,
    name: 'Service calls',
    passMark: 80,
    unknownCriteria: 'LEAVE_OUT',
    criteria: [
      {
        id: 'greeting',
        question: 'Did the agent greet?',
        guidance: '',
        points: 10,
        autoFail: false,
        rule: {
          type: 'PHRASE',
          match: 'ANY',
          phrases: ['good morning'],
          speaker: null,
          within: null,
          languages: null,
        },
        speaker: null,
        appliesWhen: null,
      },
    ],
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
  });
  const all: { id: string }[] = Object((await call('GET', '/v1/scorecards')).at('/data'));
  assert.ok(all.some((each) => each.id === id));
});

test('an edit is a new revision, and earlier ones stay readable', async (t) => {
  const bundle = await setup(t);
  const { call, clock } = bundle;
  const path = `/v1/scorecards/${await made(bundle)}`;
  clock.advance(1_000);
  const first = await call('GET', path);
  const edited = await call('PUT', path, { ...WANTED, passMark: 70, revision: 1 });
  assert.equal(edited.status, 200, edited.text);
  assert.deepEqual([edited.at('/revision'), edited.at('/passMark')], [2, 70]);
  assert.equal(edited.headers.get('etag'), '"2"');
  const headers = { 'if-match': '"2"' };
  const third = await call('PUT', path, { ...WANTED, passMark: 60 }, { headers });
  assert.deepEqual([third.status, third.at('/revision')], [200, 3], third.text);
  const early = await call('GET', `${path}?revision=1`);
  assert.deepEqual([early.at('/revision'), early.at('/passMark')], [1, 80]);
  assert.deepEqual(early.at('/criteria'), first.at('/criteria'));
  assert.equal((await call('GET', path)).at('/passMark'), 60);
  isProblem(await call('GET', `${path}?revision=9`), 404, 'NOT_FOUND');
  isProblem(await call('GET', `${path}?revision=0`), 400, 'INVALID_PARAMETER');
});

test('an edit of a revision that was changed meanwhile is refused', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const path = `/v1/scorecards/${await made(bundle)}`;
  const put = (more: object, headers: Readonly<Record<string, string>> = {}) =>
    call('PUT', path, { ...WANTED, ...more }, { headers });
  assert.equal((await put({ revision: 1, passMark: 70 })).status, 200);
  isProblem(await put({ revision: 1, passMark: 60 }), 412, 'PRECONDITION_FAILED');
  isProblem(await put({}, { 'if-match': '"1"' }), 412, 'PRECONDITION_FAILED');
  isProblem(await put({}), 422, 'INVALID_INPUT', '/revision');
  isProblem(await put({ revision: 1 }, { 'if-match': '"2"' }), 422, 'INVALID_INPUT', '/revision');
  isProblem(await put({}, { 'if-match': 'x' }), 400, 'INVALID_PARAMETER', 'header.if-match');
  assert.equal((await call('GET', path)).at('/revision'), 2);
});

test('one scorecard is the default, and the default cannot be removed', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const [one, two] = [await made(bundle), await made(bundle, { name: 'Sales' })];
  const chosen = await call('POST', `/v1/scorecards/${one}/default`);
  assert.deepEqual([chosen.status, chosen.at('/isDefault')], [200, true], chosen.text);
  const moved = await call('POST', `/v1/scorecards/${two}/default`);
  assert.equal(moved.at('/isDefault'), true);
  assert.equal((await call('GET', `/v1/scorecards/${one}`)).at('/isDefault'), false);
  isProblem(await call('DELETE', `/v1/scorecards/${two}`), 409, 'STATE_CONFLICT');
  assert.equal((await call('DELETE', `/v1/scorecards/${one}`)).status, 204);
  isProblem(await call('GET', `/v1/scorecards/${one}`), 404, 'NOT_FOUND');
  const kept = await call('GET', `/v1/scorecards/${one}?revision=1`);
  assert.equal(kept.status, 200, 'evaluations name it for ever');
  isProblem(await call('POST', `/v1/scorecards/${one}/default`), 404, 'NOT_FOUND');
});

test('a wrong rule has one error, by the schema of its own type', async (t) => {
  const { call } = await setup(t);
  const [criterion] = WANTED.criteria;
  const cases: readonly (readonly [rule: object, field: string])[] = [
    [{ type: 'PHRASE', match: 'ANY' }, 'phrases'],
    [{ type: 'PHRASE', match: 'SOME', phrases: ['a'] }, 'match'],
    [{ type: 'PHRASE', match: 'ANY', phrases: ['a'], min: 1 }, 'min'],
    [
      { type: 'PHRASE', match: 'ANY', phrases: ['a'], within: { edge: 'MIDDLE', seconds: 1 } },
      'within/edge',
    ],
    [{ type: 'METRIC', metric: 'mood', min: 1 }, 'metric'],
    [{ type: 'METRIC', metric: 'durationMs', min: '1' }, 'min'],
    [{ match: 'ANY' }, 'type'],
    [{ type: 'MODEL' }, 'type'],
  ];
  for (const [rule, field] of cases) {
    const body = { ...WANTED, criteria: [{ ...criterion, rule }] };
    const answer = await call('POST', '/v1/scorecards', body);
    isProblem(answer, 422, 'INVALID_INPUT');
    const fields: { field: string }[] = Object(answer.at('/errors'));
    const expected = [`/criteria/0/rule/${field}`];
    assert.deepEqual(
      fields.map((each) => each.field),
      expected,
      answer.text,
    );
  }
});

test('the largest scorecard is accepted', async (t) => {
  const { call } = await setup(t);
  const phrases = Array.from(
    { length: Math.min(PHRASES_MAX, PHRASES_TOTAL_MAX / CRITERIA_MAX / 2) },
    (_, index) => `phrase ${index}`,
  );
  const within = { edge: 'FIRST', seconds: 10 };
  const rule = {
    type: 'PHRASE',
    match: 'ANY',
    phrases,
    speaker: 'AGENT',
    within,
    languages: ['en'],
  };
  const criteria = Array.from({ length: CRITERIA_MAX }, (_, index) => ({
    id: `c${index}`,
    question: 'q'.repeat(200),
    guidance: 'g'.repeat(1_000),
    points: 1,
    autoFail: false,
    rule,
    appliesWhen: rule,
  }));
  const answer = await call('POST', '/v1/scorecards', { ...WANTED, criteria });
  assert.equal(answer.status, 201, answer.text);
});

test('a trial answers what an evaluator would find, and stores nothing', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const before = (await call('GET', '/v1/scorecards')).json;
  const trial = { scorecard: WANTED, callId: 'call_1' };
  isProblem(await call('POST', '/v1/scorecards/try', trial), 404, 'CALL_LOG_NOT_FOUND');
  const log = DESCRIBED.putCallLog?.request;
  assert.equal((await call('POST', '/v1/call-logs/call_1', log)).status, 201);
  const tried = await call('POST', '/v1/scorecards/try', trial);
  assert.equal(tried.status, 200, tried.text);
  assert.equal(tried.at('/score/percentage'), 100);
  assert.equal(tried.at('/criteria/0/result'), 'PASS');
  assert.equal(tried.at('/criteria/0/evidence/0/turn'), 0);
  assert.deepEqual((await call('GET', '/v1/scorecards')).json, before);
  const broken = { ...trial, scorecard: { ...WANTED, passMark: 101 } };
  isProblem(await call('POST', '/v1/scorecards/try', broken), 422, 'INVALID_INPUT');
});

test('a trial needs the scope of call logs, since its answer quotes one', async (t) => {
  const { call, keyWith } = await setup(t);
  const token = await keyWith(['endpoints:read', 'endpoints:write']);
  const trial = { scorecard: WANTED, callId: 'call_1' };
  assert.equal((await call('POST', '/v1/scorecards/try', trial, { token })).status, 403);
});
