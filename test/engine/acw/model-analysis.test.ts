/** An analysis for which a model gives a wrong field twice. The model server is a real one. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { analyzeLog } from '../../../src/acw/analysis/analyze.ts';
import { inlineAnalyst } from '../../../src/analyst/inline-analyst.ts';
import { analyzeWithModel } from '../../../src/engine/acw/model-analyst.ts';
import { givenLog, type Said } from '../../acw/given-call.ts';
import { givenModel } from '../../language-model/given.ts';
import { type AskedRequest, startModelServer } from '../../language-model/server.ts';
import { analysisOf, answeringWith } from './model-player.ts';

const SAID: readonly Said[] = [
  ['AGENT', 'Good morning, this is Ana.', 0, 3_000],
  ['CUSTOMER', 'My kettle broke and I want a refund.', 3_500, 7_000],
  ['AGENT', 'I am sorry to hear that. I will refund you today.', 7_500, 12_000],
];
const LOG = givenLog(SAID, { language: 'en' });
const PLAIN = analyzeLog({ log: LOG, direction: 'INBOUND', version: '1', detector: null });

async function analyzed(t: TestContext, answer: (request: AskedRequest) => unknown) {
  const server = await startModelServer(t, answeringWith(answer));
  const { model } = givenModel(t, server.baseUrl, { environment: {} });
  const given = { clock: { monoMs: () => 0 }, untilMs: 60_000, analyst: inlineAnalyst(null) };
  const work = { model, engine: 'LLM', log: JSON.stringify(LOG), ...given } as const;
  return { server, asked: await analyzeWithModel(PLAIN, work) };
}

test('after one repair that shows the turns again, only the wrong field is lost', async (t) => {
  const bad = { summary: 7, topics: [{ name: 'Refund', turns: 'all' }] };
  const { server, asked } = await analyzed(t, (request) =>
    Object.assign({}, analysisOf(request), bad),
  );
  assert.ok(asked.kind === 'done', JSON.stringify(asked));
  assert.equal(server.requests.length, 2);
  const again = server.requests[1]?.body.messages[1]?.content ?? '';
  assert.match(again, /My kettle broke and I want a refund/);
  assert.match(again, /summary must be a string\n- the turns of a topic must be a list/);
  const { asked: better } = await analyzed(t, analysisOf);
  assert.ok(better.kind === 'done');
  assert.deepEqual(asked.value, {
    ...better.value,
    summary: PLAIN.summary,
    topics: [],
    warnings: [...better.value.warnings, 'FIELDS_DROPPED'],
  });
  assert.equal(asked.value.summary?.method, 'EXTRACTIVE');
});

test('an answer without a usable field fails after the repair', async (t) => {
  const { server, asked } = await analyzed(t, () => ({ summary: 7, topics: {} }));
  assert.ok(asked.kind === 'failed' && asked.reason === 'MODEL_OUTPUT_INVALID');
  assert.equal(server.requests.length, 2);
});
