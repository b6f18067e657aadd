/** The demo shows messages as they arrived: bodies of the real channels, in lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InboxItemDetail } from '../../../examples/demo/api.ts';
import { renderingOf } from '../../../examples/demo/rendering.ts';
import { slackBody } from '../../../src/channel/slack/message.ts';
import { teamsBody } from '../../../src/channel/teams/message.ts';
import { FILLINGS, firingOf } from '../../channel/conformance/firing.ts';

const FIRING = firingOf('OUTBOUND_CALL_ERROR', FILLINGS.errors);
const ERRORS = [
  'bad [CALL_CONNECTION_FAILED] Failed to initiate or connect the call.',
  'bad [CALL_INTERRUPTED] The call was interrupted before it finished.',
];
const FACTS = [
  'plain Call ID      call_01JD3Z9M0T2A',
  'plain Call Status  COMPLETED',
  'plain Call SID     CA4712',
  'plain Client ID    order_4712',
];
const HEADING = 'heading [Ringpost] OUTBOUND_CALL_ERROR';
const TIME = 'faint Time: 2026-11-20T11:19:00.125Z';

function linesOf(changes: Partial<InboxItemDetail>): readonly string[] {
  const item: InboxItemDetail = {
    id: 'inb_1',
    channel: 'slack',
    callId: 'c',
    trigger: FIRING.trigger,
    attempt: 1,
    sequence: 1,
    answer: { outcome: 'answered', status: 200 },
    json: null,
    mail: null,
    ...changes,
  };
  return renderingOf(item).lines.map(({ look, text }) => `${look} ${text}`.trim());
}

test('the blocks of Slack', () => {
  assert.deepEqual(linesOf({ json: JSON.parse(slackBody(FIRING)) }), [
    HEADING,
    ...FACTS,
    'rule',
    'bad Errors:',
    ...ERRORS,
    TIME,
  ]);
});

test('the card of Teams, without the backslashes that Markdown hides', () => {
  assert.deepEqual(linesOf({ channel: 'teams', json: JSON.parse(teamsBody(FIRING)) }), [
    HEADING,
    ...FACTS,
    ...ERRORS,
    TIME,
  ]);
});

test('a mail, by its text', () => {
  const text = `${FIRING.text}\n`;
  const mail = { from: 'a@example.com', to: ['b@example.com'], subject: 'A call', text };
  const lines = linesOf({ channel: 'email', mail });
  assert.deepEqual(lines.slice(0, 5), [
    'plain From         a@example.com',
    'plain To           b@example.com',
    'plain Subject      A call',
    'rule',
    HEADING,
  ]);
  assert.deepEqual(lines.slice(-5), ['plain Errors:', ...ERRORS, 'rule', TIME]);
});

test('a body that is no message of its kind is not shown as one', () => {
  assert.throws(() => linesOf({ json: { text: 'x' } }), /missing/);
  assert.throws(() => linesOf({ channel: 'teams', json: {} }), /missing/);
  assert.throws(() => linesOf({ channel: 'email' }), /no mail/);
  assert.throws(() => linesOf({ channel: 'http' }), /no rendering/);
});
