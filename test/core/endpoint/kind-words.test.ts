/** Every kind has its words, and the dashboard's words begin with them in each language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointForm as enForm } from '../../../dashboard/src/words/en/endpoint-form.ts';
import { word as en } from '../../../dashboard/src/words/en/word.ts';
import { endpointForm as jaForm } from '../../../dashboard/src/words/ja/endpoint-form.ts';
import { word as ja } from '../../../dashboard/src/words/ja/word.ts';
import { ENDPOINT_KINDS, PROBED_KINDS, takesPayload } from '../../../src/core/endpoint/endpoint.ts';
import { KIND_WORDS, wordsOfKinds } from '../../../src/core/endpoint/kind-words.ts';
import { targetFault } from '../../../src/core/endpoint/target-rules.ts';

const POLICY = { allowHttp: false, isAllowed: () => false } as const;

test('a kind has a name and a line, words of its target, and why it takes no auth', () => {
  for (const kind of ENDPOINT_KINDS) {
    const { name, line, target, targetHint, noAuth } = KIND_WORDS[kind];
    assert.match(name, /^\S.{1,30}$/, kind);
    assert.match(line, /^[A-Z].*\.$/, kind);
    const hasTarget = targetFault(kind, null, POLICY) !== null;
    assert.equal(target !== null, hasTarget, kind);
    assert.equal(targetHint !== null, hasTarget, kind);
    assert.equal(noAuth === null, takesPayload(kind), kind);
  }
});

test('the pages show every kind in both languages, from these words if they have no others', () => {
  assert.deepEqual(en.kind, wordsOfKinds('name'));
  assert.deepEqual(enForm.kindLine, wordsOfKinds('line'));
  for (const words of [ja.kind, jaForm.kindLine, jaForm.target, jaForm.targetHint]) {
    assert.deepEqual(Object.keys(words), [...ENDPOINT_KINDS]);
  }
  assert.equal(ja.kind.email, 'メール');
  assert.equal(ja.kind.slack, KIND_WORDS.slack.name);
});

test('a kind whose address can be checked has a target', () => {
  for (const kind of PROBED_KINDS) assert.notEqual(KIND_WORDS[kind].target, null);
});
