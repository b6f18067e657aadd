/** Every trigger says when it fires, in each language; an unknown one in the service's words. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFound } from '../../../dashboard/src/page/endpoint/form/trigger-choice.ts';
import { firesWords, inWords } from '../../../dashboard/src/word/trigger.ts';
import { fires as en } from '../../../dashboard/src/words/en/word.ts';
import { fires as ja } from '../../../dashboard/src/words/ja/word.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';

test('every trigger has a sentence in each language', () => {
  for (const words of [en, ja]) {
    assert.deepEqual(Object.keys(words), [...TRIGGERS]);
    for (const sentence of Object.values(words)) assert.match(sentence, /[.。]$/);
  }
});

test("a trigger that only the service knows has the service's words", () => {
  const newer = { name: 'CALL_MOVED', fires: 'the call was moved' };
  assert.equal(firesWords(newer, en), 'the call was moved');
  assert.equal(firesWords({ name: 'toString', fires: 'x' }, ja), 'x');
});

test('a trigger is found by the sentence that its reader sees', () => {
  const told = { name: 'OUTBOUND_CALL_BUSY', fires: 'the line was busy', dataKeys: [] };
  const [shown = told] = inWords([told], ja);
  assert.ok(isFound(shown, '話し中'));
  assert.ok(!isFound(shown, 'line'));
});
