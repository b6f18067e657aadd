/** `memberText` returns the value of a member as the text that was sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { memberText } from '../../../src/http/request/json-member.ts';

test('the text is that of the value, whatever stands around the member', () => {
  const value = fc.jsonValue({ depthSize: 'small' });
  const others = fc.dictionary(fc.string(), value, { maxKeys: 5 });
  fc.assert(
    fc.property(others, value, others, fc.boolean(), (before, wanted, after, spaced) => {
      const { result: _, ...first } = before;
      const { result: __, ...last } = after;
      const text = JSON.stringify(
        { ...first, result: wanted, ...last },
        null,
        spaced ? 2 : undefined,
      );
      const found = memberText(text, 'result');
      assert.notEqual(found, null);
      assert.deepEqual(JSON.parse(found ?? ''), JSON.parse(JSON.stringify(wanted)));
      assert.ok(text.includes(`${found}`));
    }),
  );
});

test('numbers, the order of keys and spaces stay as they were', () => {
  const raw = '{ "b" : 9007199254740993, "1":1.0, "a":[ 1e2 , "}\\",{" ] }';
  assert.equal(memberText(`{"x":{"result":1}, "result" :\n ${raw} \n,"y":2}`, 'result'), raw);
  assert.equal(memberText(`{"result":${raw}}`, 'result'), raw);
});

test('a key with escapes is recognized', () => {
  assert.equal(memberText('{"\\u0072esult":{"a":1}}', 'result'), '{"a":1}');
});

test('the text is null without such a member', () => {
  for (const text of ['{}', ' { } ', '{"x":{"result":{}}}', '{"results":"result"}']) {
    assert.equal(memberText(text, 'result'), null, text);
  }
});
