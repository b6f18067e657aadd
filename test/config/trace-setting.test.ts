/** The settings of tracing: good ones are read, wrong ones reported without the headers' values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSettings, readSettings } from '../../src/config/read-settings.ts';
import { collectorHeaders, collectorUrl, ratio } from '../../src/config/trace-setting.ts';

const URL_SET = { RINGPOST_OTLP_URL: 'http://127.0.0.1:4318/' };

function problems(environment: Readonly<Record<string, string>>): string {
  const read = readSettings({}, environment);
  return read.kind === 'ok' ? 'ok' : read.problems.join('; ');
}

test('without settings nothing is traced; an address alone traces every report', () => {
  const off = readSettings({}, {});
  assert.ok(off.kind === 'ok');
  assert.equal(off.settings.otlpUrl, null);
  const on = readSettings({}, URL_SET);
  assert.ok(on.kind === 'ok');
  const { otlpUrl, otlpHeaders, otlpRatio, otlpPerSecond } = on.settings;
  assert.deepEqual([otlpUrl, otlpHeaders, otlpRatio], ['http://127.0.0.1:4318', null, 1]);
  assert.equal(otlpPerSecond, 100);
});

test("the address is the collector's, not that of its traces", () => {
  assert.throws(() => collectorUrl('http://127.0.0.1:4318/v1/traces'), /without \/v1\/traces/);
  assert.throws(() => collectorUrl('127.0.0.1:4318'), /http or https address/);
  assert.equal(collectorUrl('https://otlp.example.com/tenant'), 'https://otlp.example.com/tenant');
});

test('headers have the form of OTEL_EXPORTER_OTLP_HEADERS', () => {
  assert.deepEqual(collectorHeaders('Authorization=Bearer%20a%2Cb, x-tenant=blue='), {
    authorization: 'Bearer a,b',
    'x-tenant': 'blue=',
  });
  for (const text of [
    '',
    ',',
    'hunter2',
    '=hunter2',
    'x y=hunter2',
    'x=hunter2%',
    'x=%0Ahunter2',
  ]) {
    assert.throws(
      () => collectorHeaders(text),
      (error: Error) =>
        /^must be name=value/.test(error.message) && !error.message.includes('hunter2'),
      text,
    );
  }
});

test('headers are a secret, and reported if they have no effect', () => {
  const read = readSettings({}, { ...URL_SET, RINGPOST_OTLP_HEADERS: 'x-key=hunter2' });
  assert.ok(read.kind === 'ok');
  assert.doesNotMatch(JSON.stringify(describeSettings(read.settings)), /hunter2/);
  const alone = problems({ RINGPOST_OTLP_HEADERS: 'x-key=hunter2' });
  assert.match(alone, /^RINGPOST_OTLP_HEADERS without RINGPOST_OTLP_URL has no effect/);
  assert.doesNotMatch(alone, /hunter2/);
});

test('a ratio is from 0 to 1', () => {
  for (const [text, value] of [
    ['0', 0],
    ['1', 1],
    ['0.25', 0.25],
    ['.5', 0.5],
    ['1.0', 1],
  ] as const) {
    assert.equal(ratio(text), value);
  }
  for (const text of ['', '1.1', '-1', '1e-3', '50%', '2', 'NaN']) {
    assert.throws(() => ratio(text), /must be a number from 0 to 1/, text);
  }
});
