/** The requests that start a workflow of Teams, and those that it refuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BODY_BYTES_MAX, teamsAnswer } from '../../src/inbox/teams-answer.ts';

const CARD = {
  contentType: 'application/vnd.microsoft.card.adaptive',
  content: { type: 'AdaptiveCard', version: '1.4', body: [] },
};

test('a message with a card is answered 202 and nothing else', () => {
  const answer = teamsAnswer(JSON.stringify({ type: 'message', attachments: [CARD] }));
  assert.partialDeepStrictEqual(answer, { status: 202, body: '', retryAfter: null });
});

test('a message without a card is answered 400, with why', () => {
  for (const text of [
    '',
    'hello',
    'null',
    '[]',
    '{"text":"hello"}',
    '{"attachments":[]}',
    '{"attachments":{}}',
    JSON.stringify({ attachments: [null] }),
    JSON.stringify({ attachments: [{ ...CARD, contentType: 'text/html' }] }),
    JSON.stringify({ attachments: [CARD, { ...CARD, content: { type: 'Card' } }] }),
  ]) {
    const { status, body, reason } = teamsAnswer(text);
    assert.equal(status, 400, text);
    assert.deepEqual(JSON.parse(body).error, { code: 'BadRequest', message: reason });
  }
});

test('28 KiB are accepted, one byte more is refused', () => {
  const empty = JSON.stringify({ attachments: [CARD], pad: '' });
  const padded = (bytes: number) =>
    JSON.stringify({ attachments: [CARD], pad: 'x'.repeat(bytes - empty.length) });
  assert.equal(teamsAnswer(padded(BODY_BYTES_MAX)).status, 202);
  assert.equal(teamsAnswer(padded(BODY_BYTES_MAX + 1)).status, 413);
  const wide = padded(BODY_BYTES_MAX).replace('xxx', 'ä€');
  assert.equal(teamsAnswer(wide).status, 413);
});
