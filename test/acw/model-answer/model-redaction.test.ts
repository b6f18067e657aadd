/** A model's result keeps no card number in the model's own text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactedAnswer } from '../../../src/acw/model-answer/model-redaction.ts';
import { redactionOf } from '../../../src/acw/redaction/redaction.ts';
import { givenAnalysis } from '../given-call.ts';

test("a model's text is redacted, also if it was given the numbers", () => {
  const card = '4111 1111 1111 1111';
  const analysis = givenAnalysis({
    engine: { name: 'ringpost-analyzer', version: '1.0.0', mode: 'LLM', model: 'm' },
    summary: { text: `Card ${card} was lost.`, method: 'LLM' },
    topics: [{ name: `card ${card}`, turns: [1] }],
    actionItems: [{ text: `Replace ${card}`, turn: 1 }],
    outcome: { label: 'done', success: true, rationale: `The card ${card} is blocked.` },
  });
  assert.doesNotMatch(JSON.stringify(redactedAnswer(analysis, redactionOf([], 'en'))), /1111/);
});
