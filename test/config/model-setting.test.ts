/** The settings of the language model: good ones are read, wrong ones reported without the key. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelKey, modelUrl } from '../../src/config/model-setting.ts';
import { describeSettings, readSettings } from '../../src/config/read-settings.ts';

const SET = { RINGPOST_LLM_BASE_URL: 'https://api.openai.com/v1/', RINGPOST_LLM_MODEL: 'gpt-x' };

function problems(environment: Readonly<Record<string, string>>): string {
  const read = readSettings({}, environment);
  return read.kind === 'ok' ? 'ok' : read.problems.join('; ');
}

test('without settings there is no model, and redaction is on', () => {
  const read = readSettings({}, {});
  assert.ok(read.kind === 'ok');
  const { llmBaseUrl, llmModel, llmApiKey, llmRedact } = read.settings;
  assert.deepEqual([llmBaseUrl, llmModel, llmApiKey, llmRedact], [null, null, null, 'on']);
});

test('address and name are enough, and the key is never shown', () => {
  const read = readSettings({}, { ...SET, RINGPOST_LLM_API_KEY: 'sk-secret' });
  assert.ok(read.kind === 'ok');
  assert.equal(read.settings.llmBaseUrl, 'https://api.openai.com/v1');
  assert.doesNotMatch(JSON.stringify(describeSettings(read.settings)), /sk-secret/);
});

test('if a half is missing, the fault says what to add', () => {
  assert.match(
    problems({ RINGPOST_LLM_BASE_URL: 'https://api.openai.com/v1' }),
    /^RINGPOST_LLM_BASE_URL needs RINGPOST_LLM_MODEL: say which model to ask\.$/,
  );
  assert.match(
    problems({ RINGPOST_LLM_MODEL: 'x', RINGPOST_LLM_API_KEY: 'hunter2' }),
    /^RINGPOST_LLM_MODEL and RINGPOST_LLM_API_KEY without RINGPOST_LLM_BASE_URL has no effect/,
  );
  assert.doesNotMatch(problems({ RINGPOST_LLM_API_KEY: 'hunter2' }), /hunter2/);
});

test("the address is the server's, not that of its chat", () => {
  assert.equal(modelUrl('http://10.0.0.8:11434/v1/'), 'http://10.0.0.8:11434/v1');
  assert.throws(() => modelUrl('https://x.example/v1/chat/completions'), /without \/chat/);
  for (const text of ['api.openai.com', 'ftp://x', 'https://u:p@x/v1', 'https://x/v1?a=1']) {
    assert.throws(() => modelUrl(text), /must be an http or https address/, text);
  }
});

test('a key fits into a header, and a wrong one is not repeated', () => {
  assert.equal(modelKey('sk-abc_DEF.1~+/='), 'sk-abc_DEF.1~+/=');
  for (const text of ['hunter2 x', 'hunter2\r\nx: y', 'hünter2', 'h'.repeat(4_097)]) {
    const told = problems({ ...SET, RINGPOST_LLM_API_KEY: text });
    assert.match(told, /^RINGPOST_LLM_API_KEY must be 1 to 4,096 printable ASCII characters/);
    assert.doesNotMatch(told, /hunter2/);
  }
});

test('times and budgets have bounds', () => {
  for (const [name, text] of [
    ['TIMEOUT_MS', '999'],
    ['TIMEOUT_MS', '115001'],
    ['CONCURRENCY', '0'],
    ['QUESTION_TOKENS', '3999'],
    ['TOKENS_PER_DAY', '-1'],
    ['REDACT', 'yes'],
  ] as const) {
    assert.match(problems({ ...SET, [`RINGPOST_LLM_${name}`]: text }), /must be/, name);
  }
});
