/** A diagnosis has words in both languages; the English ones are the service's own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnosisWords } from '../../../dashboard/src/word/diagnosis/diagnosis-words.ts';
import { en } from '../../../dashboard/src/words/en.ts';
import { ja } from '../../../dashboard/src/words/ja.ts';
import { SEND_ERRORS } from '../../../src/core/delivery/outcome.ts';
import { ENDPOINT_KINDS } from '../../../src/core/endpoint/endpoint.ts';
import { diagnose } from '../../../src/engine/delivery/diagnosis.ts';

const diagnosisText = { en: en.diagnosis, ja: ja.diagnosis };

const STATUSES = Array.from({ length: 500 }, (_, index) => String(200 + index));
const CLASSES = ['3xx', ...STATUSES, ...SEND_ERRORS, 'blocked', 'of a newer version'];

test("every diagnosis has the service's English, and Japanese", () => {
  for (const kind of ENDPOINT_KINDS) {
    for (const issueClass of CLASSES) {
      const diagnosis = diagnose(issueClass, kind);
      const { title, text, nextStep } = diagnosis;
      assert.deepEqual(diagnosisWords(diagnosis, diagnosisText.en), { title, text, nextStep });
      const japanese = diagnosisWords(diagnosis, diagnosisText.ja);
      for (const words of Object.values(japanese)) assert.match(words, /[ぁ-ん一-龠]/, issueClass);
    }
  }
});

test("a diagnosis unknown to this page is shown in the service's words", () => {
  const told = { title: 'A', text: 'B', nextStep: 'C' };
  for (const id of ['of-tomorrow', 'constructor']) {
    const diagnosis = { id, nextStepId: id, status: null, ...told };
    assert.deepEqual(diagnosisWords(diagnosis, diagnosisText.ja), told);
  }
});
