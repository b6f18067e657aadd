/** Runs in words: every state, reason and warning of the service, in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RUN_STATES as SHOWN } from '../../../dashboard/src/page/acw/acw-search.ts';
import {
  reasonWords,
  runWord,
  tookMs,
  warningWords,
} from '../../../dashboard/src/page/acw/run-word.ts';
import { acw as en } from '../../../dashboard/src/words/en/acw.ts';
import { acw as ja } from '../../../dashboard/src/words/ja/acw.ts';
import { ENTITY_TYPES } from '../../../src/acw/analysis/analysis.ts';
import { EVALUATION_WARNINGS } from '../../../src/acw/evaluation/evaluation.ts';
import { RUN_REASONS, RUN_STATES } from '../../../src/acw/run/run.ts';

test('every state, reason, warning and entity of the service has words', () => {
  assert.deepEqual(SHOWN, RUN_STATES);
  for (const t of [en, ja]) {
    for (const state of RUN_STATES) assert.notEqual(runWord(state, t).meaning, t.state.unknown);
    for (const reason of RUN_REASONS) assert.notEqual(reasonWords(reason, t), t.reasonUnknown);
    for (const warning of EVALUATION_WARNINGS) {
      assert.notEqual(warningWords(warning, t), warning);
    }
    for (const type of ENTITY_TYPES) assert.ok(Object.hasOwn(t.analysis.entityNames, type));
  }
});

test('a run that waits for the model says so', () => {
  for (const t of [en, ja]) {
    assert.equal(runWord('WAITING_CALL_LOG', t, 'MODEL_FAILED').word, t.waitsForModel.word);
    assert.equal(runWord('WAITING_CALL_LOG', t).word, t.state.WAITING_CALL_LOG.word);
  }
});

test('a value of a newer service is shown by its own name', () => {
  assert.equal(runWord('PAUSED', en).word, 'PAUSED');
  assert.equal(warningWords('constructor', en), 'constructor');
  assert.equal(reasonWords('toString', en), en.reasonUnknown);
});

test('the duration of a run that never began is from its launch to its end', () => {
  const at = (second: number): string => new Date(second * 1_000).toISOString();
  assert.equal(tookMs({ createdAt: at(1), startedAt: null, finishedAt: at(4) }), 3_000);
  assert.equal(tookMs({ createdAt: at(1), startedAt: at(3), finishedAt: at(4) }), 1_000);
  assert.equal(tookMs({ createdAt: at(1), startedAt: at(3), finishedAt: null }), null);
});
