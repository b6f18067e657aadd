/** A firing as a Slack message: within Block Kit's limits, and no value mentions or links. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  FIELD_MAX,
  FIELDS_MAX,
  HEADER_MAX,
  SECTION_MAX,
  slackBody,
} from '../../../src/channel/slack/message.ts';
import { messageOf } from '../../../src/core/payload/message.ts';
import { LABELS, type StoredFiring } from '../../../src/core/payload/render.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import { anyFiring, FILLINGS, firingOf } from '../conformance/firing.ts';

/** Far below Slack's limits: it cuts a `text` beyond 40,000 and refuses long blocks. */
const MESSAGE_LENGTH_MAX = 9_000;
const BLOCKS_MAX = 50;
const BOLD_LABELS = new Set(Object.values(LABELS).map((label) => `*${label}*`));

interface Text {
  readonly type: string;
  readonly text: string;
  readonly emoji?: boolean;
}
interface Block {
  readonly type: string;
  readonly text?: Text;
  readonly fields?: readonly Text[];
  readonly elements?: readonly Text[];
}
interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly Block[];
}

function parsed(firing: StoredFiring): SlackMessage {
  return JSON.parse(slackBody(firing));
}

function textsOf({ text, fields = [], elements = [] }: Block): readonly Text[] {
  return [...(text === undefined ? [] : [text]), ...fields, ...elements];
}

/** Checks every limit of https://docs.slack.dev/reference/block-kit/blocks that applies. */
function assertLimits({ blocks }: SlackMessage): void {
  assert.ok(blocks.length > 0 && blocks.length <= BLOCKS_MAX);
  for (const block of blocks) {
    for (const { type, text, emoji } of textsOf(block)) {
      if (type === 'mrkdwn') assert.ok(BOLD_LABELS.has(text), 'only our own labels are mrkdwn');
      else assert.deepEqual([type, emoji], ['plain_text', false], 'values only in plain_text');
      assert.ok(text.length > 0 && text.isWellFormed());
    }
    switch (block.type) {
      case 'header':
        assert.ok((block.text?.text.length ?? 0) <= HEADER_MAX);
        break;
      case 'section':
        assert.equal((block.text === undefined ? 0 : 1) + (block.fields === undefined ? 0 : 1), 1);
        assert.ok((block.text?.text.length ?? 0) <= SECTION_MAX);
        assert.ok((block.fields?.length ?? 1) >= 1 && (block.fields?.length ?? 1) <= FIELDS_MAX);
        for (const { text } of block.fields ?? []) assert.ok(text.length <= FIELD_MAX);
        break;
      case 'context':
        assert.ok((block.elements?.length ?? 0) >= 1 && (block.elements?.length ?? 0) <= 10);
        break;
      default:
        assert.deepEqual(block, { type: 'divider' });
    }
  }
}

test('a failed call has exactly this message', () => {
  const firing = firingOf('OUTBOUND_CALL_ERROR', FILLINGS.errors);
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
  const label = (text: string) => ({ type: 'mrkdwn', text: `*${text}*` });
  assert.deepEqual(JSON.parse(slackBody(firing)), {
    text: firing.text,
    blocks: [
      { type: 'header', text: plain('[Ringpost] OUTBOUND_CALL_ERROR') },
      {
        type: 'section',
        fields: [
          label('Call ID'),
          plain('call_01JD3Z9M0T2A'),
          label('Call Status'),
          plain('COMPLETED'),
          label('Call SID'),
          plain('CA4712'),
          label('Client ID'),
          plain('order_4712'),
        ],
      },
      { type: 'divider' },
      {
        type: 'section',
        text: plain(
          'Errors:\n[CALL_CONNECTION_FAILED] Failed to initiate or connect the call.\n' +
            '[CALL_INTERRUPTED] The call was interrupted before it finished.',
        ),
      },
      { type: 'context', elements: [plain('Time: 2026-11-20T11:19:00.125Z')] },
    ],
    unfurl_links: false,
    unfurl_media: false,
  });
});

describe('of any firing', () => {
  test('blocks are within the limits of their type, and the message is short', () => {
    let longest = 0;
    fc.assert(
      fc.property(anyFiring, (firing) => {
        assertLimits(parsed(firing));
        longest = Math.max(longest, slackBody(firing).length);
        assert.ok(longest < MESSAGE_LENGTH_MAX, `${longest}`);
      }),
      { numRuns: 1_000 },
    );
    for (const trigger of TRIGGERS) {
      for (const filling of Object.values(FILLINGS)) {
        const firing = firingOf(trigger, filling);
        assertLimits(parsed(firing));
        assert.ok(slackBody(firing).length < MESSAGE_LENGTH_MAX);
      }
    }
  });

  test('the fallback is the display text, without mention and link', () => {
    fc.assert(
      fc.property(anyFiring, (firing) => {
        const { text } = parsed(firing);
        assert.ok(!/[<>]/.test(text), 'neither <!, nor <@, nor <http');
        assert.ok(!/&(?!(?:amp|lt|gt);)/.test(text));
        const read = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
        assert.equal(read, messageOf(firing).text);
      }),
      { numRuns: 1_000 },
    );
  });

  test('every value is shown whole, beside its label', () => {
    fc.assert(
      fc.property(anyFiring, (firing) => {
        const { facts } = messageOf(firing);
        const [, section] = parsed(firing).blocks;
        assert.deepEqual(
          section?.fields?.map(({ text }) => text),
          facts.flatMap(({ label, value }) => [`*${label}*`, value]),
        );
      }),
    );
  });
});

test('a long name of the service is cut, the trigger never', () => {
  const firing = firingOf('INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED', FILLINGS.longest);
  const header = parsed(firing).blocks[0]?.text?.text ?? '';
  assert.match(header, /^\[(?:📞)+…\] INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED$/u);
  assert.ok(header.length <= HEADER_MAX && header.length >= HEADER_MAX - 1);
});

test('of more than ten errors ten are shown and the rest counted', () => {
  const { blocks } = parsed(firingOf('OUTBOUND_CALL_ERROR', FILLINGS.longest));
  const lines = blocks[3]?.text?.text.split('\n') ?? [];
  assert.equal(lines.length, 12);
  assert.equal(lines.at(-1), '… and 2 more');
});
