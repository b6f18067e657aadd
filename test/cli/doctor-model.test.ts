/** What the doctor says of the language model: with a real server, and without one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkModel } from '../../src/cli/doctor-model.ts';
import { modelSettings } from '../language-model/given.ts';
import { type Behaviour, json, saying, startModelServer } from '../language-model/server.ts';

function settingsOf(baseUrl: string, more: Readonly<Record<string, string>> = {}) {
  return modelSettings({
    RINGPOST_LLM_BASE_URL: baseUrl,
    RINGPOST_LLM_MODEL: 'some-model',
    RINGPOST_LLM_API_KEY: 'hunter2',
    RINGPOST_ALLOW_TARGETS: '127.0.0.1',
    ...more,
  });
}

test('without a model it says that nothing leaves the machine', async () => {
  const [check] = await checkModel(modelSettings({}));
  assert.equal(check?.good, true);
  assert.match(check?.text ?? '', /no language model: .* nothing of a call leaves/);
});

test('a model that answers is good; the doctor says if numbers are redacted', async (t) => {
  const server = await startModelServer(t, saying('{"ready": true}'));
  const [check] = await checkModel(settingsOf(server.baseUrl));
  assert.equal(check?.good, true, check?.text);
  assert.match(check?.text ?? '', /some-model at 127\.0\.0\.1:\d+ answers; .* are taken out/);
  const [sent] = await checkModel(settingsOf(server.baseUrl, { RINGPOST_LLM_REDACT: 'off' }));
  assert.match(sent?.text ?? '', /are SENT/);
});

const WRONG: readonly (readonly [string, Behaviour, RegExp])[] = [
  ['refuses the key', json(401, {}), /answers 401\. Check RINGPOST_LLM_API_KEY/],
  ['does not know the model', json(404, {}), /Check RINGPOST_LLM_MODEL/],
  ['chats', saying('Hello! How can I help you?'), /not with the JSON that it is asked for/],
  ['is no model server', json(200, { it: 'works' }), /no chat server/],
];
for (const [what, behave, told] of WRONG) {
  test(`a server that ${what} is reported, without the key`, async (t) => {
    const server = await startModelServer(t, behave);
    const [check] = await checkModel(settingsOf(server.baseUrl));
    assert.equal(check?.good, false);
    assert.match(check?.text ?? '', told);
    assert.doesNotMatch(check?.text ?? '', /hunter2/);
  });
}

test('a forbidden private address is reported with the setting that allows it', async (t) => {
  const server = await startModelServer(t, saying('{"ready": true}'));
  const settings = settingsOf(server.baseUrl, { RINGPOST_ALLOW_TARGETS: '' });
  const [check] = await checkModel(settings);
  assert.equal(check?.good, false);
  assert.match(check?.text ?? '', /RINGPOST_ALLOW_TARGETS=127\.0\.0\.1/);
  assert.equal(server.connections, 0);
});
