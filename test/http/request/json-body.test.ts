/** The rules of a body: stricter than JSON.parse, and equal to JSON.parse for accepted bodies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../../../src/core/error/service-error.ts';
import { JSON_RULES, type JsonRules, parseJson } from '../../../src/http/request/json-body.ts';
import { JSON_BATCH_RULES } from '../../../src/http/routes/report-batch.ts';

function parse(text: string, rules: JsonRules = JSON_RULES): unknown {
  return parseJson(Buffer.from(text), rules);
}

function refused(text: string | Buffer, detail: RegExp, rules: JsonRules = JSON_RULES): void {
  assert.throws(
    () => parseJson(Buffer.from(text), rules),
    (error) =>
      error instanceof ServiceError &&
      error.code === 'MALFORMED_JSON' &&
      detail.test(error.message),
    String(text).slice(0, 80),
  );
}

test('every text that JSON.stringify writes is read as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'small' }), fc.boolean(), (value, spaced) => {
      const text = JSON.stringify(value, null, spaced ? 2 : undefined);
      // NUL and lone surrogates are refused on purpose.
      fc.pre(!/\\u0000|\\ud[89a-f]/i.test(text));
      assert.deepEqual(parse(text), JSON.parse(text));
    }),
  );
});

test('a text that JSON.parse refuses is refused here', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.nat(),
      fc.constantFrom('', ',', '}', '"', 'x', '\n', '0'),
      (value, at, put) => {
        const text = JSON.stringify(value);
        const position = at % (text.length + 1);
        const broken = text.slice(0, position) + put + text.slice(position + 1);
        let valid = true;
        try {
          JSON.parse(broken);
        } catch {
          valid = false;
        }
        if (!valid) assert.throws(() => parse(broken), ServiceError);
      },
    ),
  );
});

test('a syntax error names its line and column, never the text', () => {
  refused('{\n  "status": secret\n}', /^(?!.*secret).*line 2, column 13: a value is missing\.$/);
  refused('{"a":1,}', /line 1, column 8: a key in double quotes is missing/);
  refused('{"a" 1}', /line 1, column 6: a colon is missing/);
  refused('[1 2]', /a comma or a closing bracket is missing/);
  refused('{"a":1 "b":2}', /a comma or a closing brace is missing/);
  refused('{} {}', /nothing may follow/);
  refused('["abc', /a text does not end/);
  refused('["a\nb"]', /control character must be escaped/);
  refused('["\\x"]', /no such escape/);
  refused('["\\u12g4"]', /four hexadecimal digits/);
});

test('an empty body is refused', () => {
  refused('', /empty/);
});

test('bytes that are not UTF-8 are refused', () => {
  refused(Buffer.from([0x22, 0xff, 0x22]), /UTF-8/);
  refused(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /UTF-8/);
});

test('a repeated key is refused, also when one of them is escaped', () => {
  refused('{"status":"A","status":"B"}', /line 1, column 15: a key is repeated/);
  refused('{"status":"A","\\u0073tatus":"B"}', /a key is repeated/);
  const keys = Array.from({ length: 30 }, (_, index) => `"k${index}":1`);
  refused(`{${[...keys, '"k29":2'].join(',')}}`, /a key is repeated/);
  assert.deepEqual(parse('[{"a":1},{"a":2}]'), [{ a: 1 }, { a: 2 }]);
});

test('NUL and lone surrogates are refused, pairs are not', () => {
  refused('["\\u0000"]', /NUL/);
  refused('["\\ud800"]', /surrogate stands alone/);
  refused('["\\ud800\\u0041"]', /surrogate stands alone/);
  refused('["\\udc00"]', /surrogate stands alone/);
  assert.deepEqual(parse('["\\ud83d\\ude00"]'), ['😀']);
});

test('depth is bounded at 32 levels', () => {
  assert.ok(parse(`${'['.repeat(32)}${']'.repeat(32)}`));
  refused(`${'['.repeat(33)}${']'.repeat(33)}`, /deeper than 32/);
  refused('['.repeat(60_000), /deeper than 32/);
});

test('a body has at most 1,000 keys, in a batch each item', () => {
  const keys = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
  assert.ok(parse(keys(1_000)));
  refused(keys(1_001), /more than 1000 keys/);
  const batch = (count: number) => `{"reports":[${keys(count)},${keys(count)}]}`;
  assert.ok(parse(batch(1_000), JSON_BATCH_RULES));
  refused(batch(1_001), /more than 1000 keys/, JSON_BATCH_RULES);
});

test('an array of more than 1,000 elements is 422, without reading its rest', () => {
  const zeros = (count: number) => `[${'0,'.repeat(count - 1)}0]`;
  assert.ok(parse(zeros(1_000)));
  // The parser stops before the broken end.
  for (const text of [zeros(1_001), `${'{"a":['}${'0,'.repeat(2_000_000)}broken`]) {
    assert.throws(
      () => parse(text, JSON_BATCH_RULES),
      (error) =>
        error instanceof ServiceError &&
        error.code === 'INVALID_INPUT' &&
        /line 1, column \d+ an array has more than 1000 elements/.test(error.message),
    );
  }
});

test('keys and elements of a whole body are bounded, whatever their nesting', () => {
  const list = (count: number, element: string) => `[${Array(count).fill(element).join(',')}]`;
  const nested = list(100, list(999, '0'));
  assert.ok(parse(nested, JSON_BATCH_RULES));
  const all = /more than 100000 keys and elements in all/;
  refused(list(101, list(999, '0')), all, JSON_BATCH_RULES);
  const keys = Array.from({ length: 800 }, (_, index) => `"k${index}":1`).join(',');
  refused(`{"reports":${list(1_000, `{${keys}}`)}}`, all, JSON_BATCH_RULES);
  refused(list(101, list(100, '0')), /more than 10000 keys and elements in all/);
});

test('a number that is too large for a double, or malformed, is refused', () => {
  refused('[1e400]', /too large/);
  refused('[01]', /comma or a closing bracket/);
  refused('[+1]', /a value is missing/);
  refused('[NaN]', /a value is missing/);
});

test('__proto__ is a key like any other and touches no prototype', () => {
  const value = parse('{"__proto__":{"polluted":true}}');
  assert.equal(Object.hasOwn(Object(value), '__proto__'), true);
  assert.equal(Reflect.get({}, 'polluted'), undefined);
});
