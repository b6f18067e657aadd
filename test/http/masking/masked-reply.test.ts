/** The masked copy of an answer shows what the schema enumerates and what is allowed by name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedProblem, maskedReply } from '../../../src/http/masking/masked-reply.ts';
import { MASK } from '../../../src/http/masking/masked-webhook.ts';
import { EndpointPage } from '../../../src/http/schema/endpoint.ts';

const word = { type: 'string' };
const figure = { type: 'number' };
const open = { type: 'object', additionalProperties: true };

function schemaOf(properties: Readonly<Record<string, unknown>>): object {
  return { type: 'object', properties, additionalProperties: false };
}

test('enumerated words, ids, times and figures show; free text only in allowed fields', () => {
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
    ...shown,
    name: 'orders',
    newField: MASK,
  });
  assert.deepEqual(maskedReply(schema, { ...shown, at: 'Kim', either: 'Kim' }), {
    ...shown,
    at: MASK,
    either: MASK,
  });
});

test('fields that no schema declares are hidden, with their names', () => {
  const record = { known: 1, kim: 'secret', tel: 4_930_123_456, deep: { lou: [1] } };
  assert.deepEqual(maskedReply(schemaOf({ known: figure }), record), { known: 1, [MASK]: MASK });
  assert.deepEqual(maskedReply(undefined, record), { [MASK]: MASK });
  assert.deepEqual(maskedReply(undefined, [record]), []);
  assert.equal(maskedReply(undefined, 12), null);
});

test('masking 200 endpoints with long paths takes less than 0.3 s of processor time', () => {
  for (const part of ['a1', '1-', '1', 'a', '@', 'a@', '+1 ']) {
    const target = `https://hooks.example.com/${part.repeat(2_000).slice(0, 2_000)}`;
    const page = { data: Array.from({ length: 200 }, () => ({ name: part, target })) };
    const began = process.cpuUsage();
    maskedReply(EndpointPage, page);
    // Measured: 4 to 8 ms; a backtracking pattern took 1,800.
    const { user } = process.cpuUsage(began);
    assert.ok(user < 300_000, `${part}: ${user} microseconds`);
  }
});

test('an analysis shows its figures, an evaluation its verdicts, other results nothing', () => {
  const schema = schemaOf({
    agentKind: { type: 'string', enum: ['ANALYZER', 'EVALUATOR', 'SELF_PROVIDED'] },
    result: open,
  });
  const masked = (agentKind: string, result: object) =>
    Reflect.get(Object(maskedReply(schema, { agentKind, result })), 'result');
  const analysis = {
    schemaVersion: '1',
    engine: { name: 'ringpost', mode: 'METRICS' },
    language: 'en',
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
    schemaVersion: '1',
    language: 'en',
    warnings: [],
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
        id: 'greeting',
        question: 'Did they greet?',
        result: 'PASS',
        points: 1,
        maxPoints: 1,
        autoFail: false,
        source: 'RULE',
        rationale: 'said',
        evidence: [{ turn: 0, quote: 'said', startMs: 0 }],
      },
    ],
  };
  const judged = JSON.stringify(masked('EVALUATOR', evaluation));
  assert.doesNotMatch(judged, /said/);
  assert.match(judged, /Service.*"percentage":50.*Did they greet\?","result":"PASS"/);
  assert.deepEqual(masked('SELF_PROVIDED', { ...analysis, kim: 1 }), { [MASK]: MASK });
});

test('a problem keeps its code and fields; its sentences lose numbers and addresses', () => {
  const problem = {
    code: 'FORBIDDEN',
    status: 403,
    requestId: 'req_1',
    detail: 'Not for kim@example.com.',
    errors: [{ field: '/a', message: 'Call +4930123456.' }],
  };
  assert.deepEqual(maskedProblem(problem), {
    ...problem,
    detail: `Not for ${MASK}`,
    errors: [{ field: '/a', message: `Call ${MASK}.` }],
  });
});
