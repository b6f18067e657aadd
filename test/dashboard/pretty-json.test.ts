/** A body as the dashboard shows it: the same JSON, with nothing unseen in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prettyJson } from '../../dashboard/src/pretty-json.ts';
import { NASTY } from '../injection/nasty.ts';

test('it stays the same JSON, and hides and turns nothing', () => {
  for (const value of NASTY) {
    const body = { message: value, data: { [`k${value}`]: value } };
    const shown = prettyJson(JSON.stringify(body)) ?? '';
    assert.deepEqual(JSON.parse(shown), body);
    assert.doesNotMatch(shown.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  }
});

test('what is no JSON is left to the raw view', () => {
  for (const text of ['', 'a', '{"a":}', "{'a':1}"]) assert.equal(prettyJson(text), null);
});
