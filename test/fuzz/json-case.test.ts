/** Routes with a JSON body refuse edge cases of JSON as documented, or keep the exact value. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setup } from '../http/setup.ts';
import { playJsonCases } from './json-cases-played.ts';

/** Each case is played on every eighth route; `json-case.proof.ts` plays it on every route. */
const ROUTES = 8;

test('some routes with a JSON body refuse each edge case as documented', (t) =>
  playJsonCases(t, (route, at) => at % ROUTES === route % ROUTES));

/** Valid texts that are easily changed by mistake. */
const HARD_TEXTS = [
  '😀',
  'e\u0301 is not é',
  'ﬁ İ ß ſ',
  '\u202eright to left\u202c',
  'zero\u200bwidth\u2060joined',
  '__proto__',
  'constructor',
  '9007199254740993',
  '-0',
  '1e999',
  'true',
  '%41 %2F %00 + &=?#/',
  `it's "quoted" \\ and \\u0041`,
  '{"a":1}',
  '\ufffd\ufffe\u{10ffff}',
  'x'.repeat(256),
  '\u{1f600}'.repeat(256),
];

test('accepted ids, names and values come back unchanged', async (t) => {
  const { call } = await setup(t);
  for (const text of HARD_TEXTS) {
    const report = { status: 'CALLING', direction: 'OUTBOUND', callSid: text, clientId: text };
    const sent = await call('POST', '/v1/reports', {
      reports: [{ ...report, callId: text, reportId: text }],
    });
    assert.deepEqual([sent.status, sent.at('/results/0/status')], [202, 202], sent.text);
    assert.equal(sent.at('/results/0/callId'), text);
    const found = await call('GET', `/v1/calls/${encodeURIComponent(text)}`);
    assert.equal(found.status, 200, found.text);
    assert.deepEqual(
      ['/callId', '/callSid', '/clientId', '/timeline/reports/0/reportId'].map(found.at),
      Array(4).fill(text),
    );
    const name = [...text].slice(0, 100).join('');
    const changed = await call('PATCH', '/v1/project', { serviceName: name, name });
    assert.deepEqual([changed.at('/serviceName'), changed.at('/name')], [name, name], changed.text);
  }
});

test('an escaped text is kept unescaped', async (t) => {
  const { call } = await setup(t);
  const raw = String.raw`{"name":"\u0043\ud83d\ude00\/\"\u00e9","serviceName":"\u202e"}`;
  const changed = await call('PATCH', '/v1/project', undefined, { raw });
  assert.deepEqual([changed.at('/name'), changed.at('/serviceName')], ['C😀/"é', '\u202e']);
});

test('a number in the place of an id is refused, never turned into a text', async (t) => {
  const { call } = await setup(t);
  for (const number of ['9007199254740993', '1e21', '-0', '0', '1.0']) {
    const raw = `{"reports":[{"callId":${number},"direction":"OUTBOUND","status":"CALLING"}]}`;
    const answer = await call('POST', '/v1/reports', undefined, { raw });
    const refused = [answer.at('/code'), answer.at('/results/0/problem/code')];
    assert.ok(refused.includes('INVALID_INPUT'), `${number}: ${answer.text}`);
  }
});
