/** Step 5: the body from its stored parts, and texts that mention no person. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { REPORT_ERRORS_MAX } from '../../../src/core/call/report.ts';
import {
  assembleBody,
  callData,
  displayText,
  SERVICE_NAME_POINTS_MAX,
  TEXT_POINTS_MAX,
} from '../../../src/core/payload/render.ts';
import { codePointCount, cutAtCodePoints } from '../../../src/core/text.ts';
import { callError } from '../../../src/core/trigger/fire.ts';
import { accepted, errorOf, NOW_MS } from '../given.ts';

/** The display text inside a body assembled for the key `content`. */
function contentOf(text: string): string {
  const body: unknown = JSON.parse(assembleBody('content', text, '{}', null));
  assert.ok(typeof body === 'object' && body !== null && 'content' in body);
  assert.ok(typeof body.content === 'string');
  return body.content;
}

test('S4.1: the keys are the content key, data, and errors only when there are any', () => {
  assert.equal(
    assembleBody('message', 'a\n"b"', '{"x":1}', null),
    '{"message":"a\\n\\"b\\"","data":{"x":1}}',
  );
  assert.equal(
    assembleBody('text', '', '{}', '[{"code":"A"}]'),
    '{"text":"","data":{},"errors":[{"code":"A"}]}',
  );
});

test('the largest body that a report can cause is far smaller than 64 KiB', () => {
  const id = '😀'.repeat(256);
  const errors = Array.from({ length: REPORT_ERRORS_MAX }, () =>
    errorOf('CALL_RESULT_PROCESSING_FAILED'),
  );
  const { firings } = accepted(
    { callId: id, serviceName: '😀'.repeat(SERVICE_NAME_POINTS_MAX) },
    { direction: 'OUTBOUND', status: 'COMPLETED', callSid: id, clientId: id, errors },
  );
  for (const { text, data, errors: list } of firings) {
    const bytes = Buffer.byteLength(assembleBody('k'.repeat(64), text, data, list));
    assert.ok(bytes < 24 * 1_024, `${bytes}`);
  }
});

describe('with the content key `content`', () => {
  test('each @ after the header is followed by U+200B', () => {
    assert.equal(
      contentOf('[a@b] T\nClient ID: @everyone @here\nTime: 1'),
      '[a@b] T\nClient ID: @\u200beveryone @\u200bhere\nTime: 1',
    );
  });

  test('any other key leaves the text as it is', () => {
    const body = assembleBody('message', 'h\n@everyone', '{}', null);
    assert.equal(body, '{"message":"h\\n@everyone","data":{}}');
  });

  test('a text without @ stays as it is', () => {
    assert.equal(contentOf('a\nb'), 'a\nb');
  });

  test('no more is cut than necessary, and from the longest lines', () => {
    const text = ['h', `A: ${'@'.repeat(1_100)}`, 'B: @b', `C: ${'c'.repeat(150)}`, 'Time: 1'].join(
      '\n',
    );
    const lines = contentOf(text).split('\n');
    assert.equal(lines[2], 'B: @\u200bb');
    assert.equal(lines[3], `C: ${'c'.repeat(150)}`);
    assert.equal(lines[4], 'Time: 1');
    assert.ok(lines[1]?.endsWith('\u200b'));
    const length = codePointCount(lines.join('\n'));
    assert.ok(length >= TEXT_POINTS_MAX - 1 && length <= TEXT_POINTS_MAX, `${length}`);
  });

  test('any values keep it within 2,000 code points, with no @ left to ping', () => {
    const value = fc.string({ unit: fc.constantFrom('@', 'a', '😀'), maxLength: 300 });
    const errors = Array.from({ length: 12 }, () => callError('CALL_INTERRUPTED', NOW_MS));
    fc.assert(
      fc.property(value, value, value, (callId, callSid, clientId) => {
        const facts = { callId, callSid, clientId, callStatus: 'ERROR' };
        const text = displayText({
          serviceName: 'Ringpost',
          trigger: 'CALL_LOG_CREATED',
          data: callData('call-log', { ...facts, direction: 'INBOUND' }),
          errors,
          atMs: NOW_MS,
        });
        const content = contentOf(text);
        assert.ok(codePointCount(content) <= TEXT_POINTS_MAX);
        assert.ok(content.isWellFormed());
        assert.doesNotMatch(content, /@(?!\u200b)/);
        assert.equal(content.split('\n').length, text.split('\n').length);
        assert.equal(content.split('\n').at(-1), text.split('\n').at(-1));
      }),
    );
  });

  test('a line is never cut between an @ and its U+200B', () => {
    for (let length = 655; length < 670; length += 1) {
      const line = '@'.repeat(length);
      const content = contentOf(['h', line, line, line].join('\n'));
      assert.doesNotMatch(content, /@(?!\u200b)/);
    }
  });
});

describe('with the content key `text`', () => {
  const textOf = (text: string) => {
    const body: Readonly<Record<string, unknown>> = JSON.parse(
      assembleBody('text', text, '{}', null),
    );
    return String(body.text);
  };

  test('each @ and < after the header is followed by U+200B', () => {
    assert.equal(
      textOf('[<a>@b] T\nClient ID: <!channel> <@U1> <https://e.example|x> @here\nTime: 1'),
      '[<a>@b] T\nClient ID: <\u200b!channel> <\u200b@\u200bU1> ' +
        '<\u200bhttps://e.example|x> @\u200bhere\nTime: 1',
    );
  });

  test('any values keep it within 2,000 code points, with no mention left', () => {
    const value = fc.string({ unit: fc.constantFrom('@', '<', '!', 'a', '😀'), maxLength: 600 });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 6 }), (lines) => {
        const given = ['h', ...lines.map((line) => `A: ${line}`), 'Time: 1'].join('\n');
        const text = textOf(cutAtCodePoints(given, TEXT_POINTS_MAX));
        assert.ok(codePointCount(text) <= TEXT_POINTS_MAX);
        assert.ok(text.isWellFormed());
        assert.doesNotMatch(text, /[@<](?!\u200b)/);
      }),
    );
  });
});
