/** The masked copy of an answer: what its schema enumerates shows, all else must be named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASK, maskedProblem, maskedReply } from '../../src/http/masked-reply.ts';

const word = { type: 'string' };
const figure = { type: 'number' };
const open = { type: 'object', additionalProperties: true };

function schemaOf(properties: Readonly<Record<string, unknown>>): object {
  return { type: 'object', properties, additionalProperties: false };
}

test('enumerated words, ids, times and figures show; a free text shows only by its name', () => {
  const schema = schemaOf({
    state: { type: 'string', enum: ['due'] },
    at: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' },
    count: { type: 'integer' },
    made: { type: 'boolean' },
    name: word,
    newField: word,
    either: { anyOf: [{ type: 'string', enum: ['one'] }, { type: 'null' }] },
  });
  const shown = {
    state: 'due',
    at: '2026-11-20T00:00:00.000Z',
    count: 3,
    made: true,
    either: null,
  };
  assert.deepEqual(maskedReply(schema, { ...shown, name: 'orders', newField: 'secret' }), {
    ...{ ...shown, name: 'orders', newField: MASK },
  });
  assert.deepEqual(maskedReply(schema, { ...shown, at: 'Kim', either: 'Kim' }), {
    ...{ ...shown, at: MASK, either: MASK },
  });
});

test('what no schema declares is hidden, names and figures included', () => {
  const record = { known: 1, kim: 'secret', tel: 4_930_123_456, deep: { lou: [1] } };
  assert.deepEqual(maskedReply(schemaOf({ known: figure }), record), { known: 1, [MASK]: MASK });
  assert.deepEqual(maskedReply(undefined, record), { [MASK]: MASK });
  assert.deepEqual(maskedReply(undefined, [record]), []);
  assert.equal(maskedReply(undefined, 12), null);
});

test('telephone numbers and mail addresses in a text that shows are masked', () => {
  const shown = (name: string) => maskedReply(schemaOf({ name: word }), { name });
  for (const [text, masked] of [
    ['Call +49 (151) 234-5678 back', `Call ${MASK} back`],
    ['kim@example.com and lou', `${MASK} and lou`],
    ['0151/2345678', MASK],
    ['version 12.3.456', 'version 12.3.456'],
    ['dlv_01M7WRXSYE000000001', 'dlv_01M7WRXSYE000000001'],
    ['at 2026-11-20T11:17:00.000Z', 'at 2026-11-20T11:17:00.000Z'],
  ]) {
    assert.deepEqual(shown(text ?? ''), { name: masked });
  }
});

test('of a body only names of the specification show, of a text that is no JSON nothing', () => {
  const masked = (body: string) =>
    Reflect.get(Object(maskedReply(schemaOf({ body: word }), { body })), 'body');
  const data = { callId: 'call-1', callStatus: 'COMPLETED', clientId: 'Kim', callSid: 'CA1' };
  const body = { message: 'said', kim: 'x', data, errors: [{ code: 'BUSY', message: 'said' }] };
  assert.deepEqual(JSON.parse(String(masked(JSON.stringify(body)))), {
    ...{ message: MASK, [MASK]: MASK },
    data: { callId: 'call-1', callStatus: 'COMPLETED', [MASK]: MASK, callSid: 'CA1' },
    errors: [{ code: 'BUSY', message: MASK }],
  });
  // A status that is none is somebody's words.
  const odd = JSON.stringify({ data: { callStatus: 'Kim called', direction: 4_930_123_456 } });
  assert.equal(masked(odd), `{"data":{"callStatus":"${MASK}","direction":"${MASK}"}}`);
  for (const text of ['said', '"said"', '4930123456', '{"a":']) assert.equal(masked(text), MASK);
  assert.equal(masked(''), '');
});

test('of an analysis the figures show, of an evaluation the verdicts, of others nothing', () => {
  const schema = schemaOf({
    agentKind: { type: 'string', enum: ['ANALYZER', 'EVALUATOR', 'SELF_PROVIDED'] },
    result: open,
  });
  const masked = (agentKind: string, result: object) =>
    Reflect.get(Object(maskedReply(schema, { agentKind, result })), 'result');
  const analysis = {
    ...{ schemaVersion: '1', engine: { name: 'ringpost', mode: 'METRICS' }, language: 'en' },
    metrics: { durationMs: 900, talk: { AGENT: { ms: 1 } } },
    summary: { text: 'said', method: 'EXTRACTIVE' },
    topics: [{ name: 'said', turns: [1] }],
    phrases: [{ id: 'greeting', speaker: 'AGENT', turn: 0, quote: 'said' }],
    entities: [{ type: 'PHONE', value: '+49 30 1234567', turn: 1 }],
    actionItems: [{ text: 'said', owner: 'said', due: 'said', turn: 1 }],
    outcome: { label: 'said', success: true, rationale: 'said' },
  };
  const text = JSON.stringify(masked('ANALYZER', analysis));
  assert.doesNotMatch(text, /said|1234567/);
  assert.match(text, /"ms":1.*EXTRACTIVE.*"id":"greeting".*"type":"PHONE"/);
  const evaluation = {
    ...{ schemaVersion: '1', language: 'en', warnings: [] },
    engine: { name: 'ringpost', version: '1', mode: 'METRICS' },
    scorecard: { id: 'sc_1', revision: 2, name: 'Service' },
    score: {
      earned: 1,
      possible: 2,
      percentage: 50,
      passMark: 80,
      passed: false,
      autoFailed: false,
    },
    criteria: [
      {
        ...{ id: 'greeting', question: 'Did they greet?', result: 'PASS', points: 1, maxPoints: 1 },
        ...{ autoFail: false, source: 'RULE', rationale: 'said' },
        evidence: [{ turn: 0, quote: 'said', startMs: 0 }],
      },
    ],
  };
  const judged = JSON.stringify(masked('EVALUATOR', evaluation));
  assert.doesNotMatch(judged, /said/);
  assert.match(judged, /Service.*"percentage":50.*Did they greet\?","result":"PASS"/);
  assert.deepEqual(masked('SELF_PROVIDED', { ...analysis, kim: 1 }), { [MASK]: MASK });
});

test('a problem keeps its code and fields; numbers of telephones in its sentences go', () => {
  const problem = {
    ...{ code: 'FORBIDDEN', status: 403, requestId: 'req_1', detail: 'Not for kim@example.com.' },
    errors: [{ field: '/a', message: 'Call +4930123456.' }],
  };
  assert.deepEqual(maskedProblem(problem), {
    ...{ ...problem, detail: `Not for ${MASK}` },
    errors: [{ field: '/a', message: `Call ${MASK}.` }],
  });
});
