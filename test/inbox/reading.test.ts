/** Trigger, call and attempt are read from the messages of each channel; odd ones read as null. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slackBody } from '../../src/channel/slack/message.ts';
import { teamsBody } from '../../src/channel/teams/message.ts';
import { displayText } from '../../src/core/payload/render.ts';
import { isAbout, type Reading, readingOf } from '../../src/inbox/reading.ts';

const NOTHING: Reading = { trigger: null, callId: null, attempt: null, sequence: null };
const none = () => null;

/** A firing whose values look like lines of the display text. */
function firingOf(callId: string) {
  const data = { callId, callStatus: 'BUSY', callSid: 'Call ID: other', clientId: '' };
  const entries = Object.entries(data) as [keyof typeof data, string][];
  const trigger = 'OUTBOUND_CALL_BUSY' as const;
  const errors = [
    { code: 'UNKNOWN_ERROR' as const, message: 'Call ID: wrong', timestamp: '', atMs: 0 },
  ];
  const text = displayText({
    serviceName: 'A & B <c>',
    trigger,
    data: entries,
    atMs: 0,
    errors: errors.map(({ code, message, timestamp }) => ({ code, message, timestamp })),
  });
  return { trigger, firedAtMs: 0, text, data: JSON.stringify(data), errors: null, facts: null };
}

test('Slack, Teams and mail: trigger and call are read from the display text', () => {
  for (const callId of ['call-1', 'a & b <c> &amp;', '東 [x] "y"', 'Call ID: x']) {
    const firing = firingOf(callId);
    const expected = { ...NOTHING, trigger: 'OUTBOUND_CALL_BUSY', callId };
    assert.deepEqual(readingOf('slack', none, slackBody(firing)), expected);
    assert.deepEqual(readingOf('teams', none, teamsBody(firing)), expected);
    assert.deepEqual(readingOf('email', none, firing.text.replaceAll('\n', '\r\n')), expected);
  }
});

test('a webhook: trigger and call are read from its headers and its data', () => {
  const headers: Readonly<Record<string, string>> = {
    'webhook-event': 'INBOUND_CALL_COMPLETED',
    'webhook-attempt': '3',
    'webhook-sequence': '12',
  };
  const header = (name: string) => headers[name] ?? null;
  const text = JSON.stringify({ message: '[x] OUTBOUND_CALL_BUSY', data: { callId: 'c' } });
  assert.deepEqual(readingOf('http', header, text), {
    trigger: 'INBOUND_CALL_COMPLETED',
    callId: 'c',
    attempt: 3,
    sequence: 12,
  });
});

test('malformed messages and headers read as null', () => {
  const odd = (value: string) => () => value;
  for (const text of ['', 'null', '[]', '{"text":7}', '{"data":null}', '{"data":{"callId":{}}}']) {
    for (const channel of ['http', 'slack', 'teams', 'email'] as const) {
      assert.deepEqual(readingOf(channel, none, text), NOTHING, `${channel} ${text}`);
      assert.deepEqual(readingOf(channel, odd('0x1'), text), NOTHING, `${channel} ${text}`);
    }
  }
  assert.equal(readingOf('email', none, '[x] NO_TRIGGER\nCall ID: ').callId, null);
});

test('a call matches by its id and by its id as shown', () => {
  const tricky = 'a\u202eb';
  const { callId } = readingOf('email', none, firingOf(tricky).text);
  assert.equal(callId, 'a b');
  assert.ok(isAbout({ callId }, tricky) && isAbout({ callId }, 'a b'));
  assert.ok(!isAbout({ callId }, 'ab') && !isAbout({ callId: null }, ''));
});
