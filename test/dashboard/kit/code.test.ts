/** How a payload is shown: every byte of it, with invisible characters made visible. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decoded,
  hexLines,
  jsonTokens,
  markedPieces,
  prettyTokens,
  type Token,
} from '../../../dashboard/src/kit/code/code-text.ts';
import { NASTY } from '../../injection/nasty.ts';

const joined = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('');

test('the pieces joined are the text that was given', () => {
  for (const text of ['{"a":[1,-2.5e+3,true,null]}', 'not json: "half', '', '  {}', ...NASTY]) {
    assert.equal(joined(jsonTokens(text)), text);
  }
});

test('formatted text stays the same JSON, and no character is hidden or reversed', () => {
  for (const value of NASTY) {
    const body = { message: value, data: { [`k${value}`]: value }, list: [1, [], {}] };
    const shown = joined(prettyTokens(JSON.stringify(body)) ?? []);
    assert.deepEqual(JSON.parse(shown), body);
    assert.doesNotMatch(shown.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  }
});

test('order, duplicate keys and numbers beyond 2^53 stay as they were sent', () => {
  const text = '{"b":1,"a":9007199254740993,"a":1.0}';
  assert.equal(joined(prettyTokens(text) ?? []).replaceAll(/\s/g, ''), text);
});

test('JSON is laid out as people expect, empty lists on one line', () => {
  const shown = joined(prettyTokens('{"a":[1,{"b":[]}],"c":{}}') ?? []);
  assert.equal(shown, JSON.stringify(JSON.parse('{"a":[1,{"b":[]}],"c":{}}'), null, 2));
});

test('keys and texts are distinguished, and a mark inside a text does not count', () => {
  const kinds = jsonTokens('{"a":"{,"}').map(({ kind }) => kind);
  assert.deepEqual(kinds, ['mark', 'key', 'mark', 'string', 'mark']);
});

test('a text that is no JSON is unchanged', () => {
  for (const text of ['', 'a', '{"a":}', "{'a':1}"]) assert.equal(prettyTokens(text), null);
});

test('bytes that are no UTF-8 are shown as hex, never as replacement marks', () => {
  const bytes = new Uint8Array([0x7b, 0xff, 0x0a]);
  assert.equal(decoded(bytes).text, null);
  assert.equal(hexLines(bytes), '00000000  7b ff 0a                                         |{..|');
  assert.equal(decoded(new TextEncoder().encode('\uFEFFü')).text, '\uFEFFü');
});

test('search hits are marked in either case, and the text stays whole', () => {
  const pieces = markedPieces('Call CALL ca', 'call');
  assert.deepEqual(
    pieces.filter(({ hit }) => hit).map(({ text }) => text),
    ['Call', 'CALL'],
  );
  assert.equal(pieces.map(({ text }) => text).join(''), 'Call CALL ca');
});
