/** A firing as a Teams card: valid, short, with every value shown unchanged. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { BODY_BYTES_MAX, teamsBody } from '../../../src/channel/teams/message.ts';
import { messageOf } from '../../../src/core/payload/message.ts';
import type { StoredFiring } from '../../../src/core/payload/render.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import { NASTY } from '../../injection/nasty.ts';
import { anyFiring, FILLINGS, firingOf } from '../conformance/firing.ts';
import { readMarkdown } from './markdown.ts';
import { remarksOn } from './official-card.ts';

interface TextBlock {
  readonly type: 'TextBlock';
  readonly text: string;
}
interface Card {
  readonly fallbackText: string;
  readonly body: readonly [
    heading: TextBlock,
    facts: { readonly facts: readonly { readonly title: string; readonly value: string }[] },
    ...rest: readonly { readonly text?: string; readonly items?: readonly TextBlock[] }[],
  ];
}

function cardOf(firing: StoredFiring): Card {
  return JSON.parse(teamsBody(firing)).attachments[0].content;
}

/** The text that a client shows for a line; asserts that it has no markup. */
function shown(source: string): string {
  const { shown, faults } = readMarkdown(source);
  assert.deepEqual(faults, [], source);
  return shown;
}

/** An invisible value is shown as `-`. */
function visible(value: string): string {
  return value.trim() || '-';
}

function assertShowsAll(firing: StoredFiring): void {
  const { heading, facts, errors, moreErrors, time, text } = messageOf(firing);
  const card = cardOf(firing);
  const [head, { facts: shownFacts }, ...rest] = card.body;
  assert.equal(shown(head.text), heading.trim());
  assert.deepEqual(
    shownFacts.map(({ title, value }) => [title, shown(value)]),
    facts.map(({ label, value }) => [label, visible(value)]),
  );
  const lines = errors.map(({ code, message }) => `[${code}] ${message}`);
  if (moreErrors > 0) lines.push(`… and ${moreErrors} more`);
  const items = rest.flatMap(({ items = [] }) => items);
  assert.deepEqual(
    items.map((item) => shown(item.text)),
    lines,
  );
  assert.equal(shown(rest.at(-1)?.text ?? ''), `Time: ${time}`);
  assert.deepEqual(
    card.fallbackText.split('\n\n').map(shown),
    text.split('\n').map((line) => line.trim()),
  );
}

test('a failed call has exactly this card', () => {
  const firing = firingOf('OUTBOUND_CALL_ERROR', FILLINGS.errors);
  const { type, attachments } = JSON.parse(teamsBody(firing));
  assert.deepEqual([type, attachments.length], ['message', 1]);
  const { contentType, contentUrl, content } = attachments[0];
  assert.deepEqual([contentType, contentUrl], ['application/vnd.microsoft.card.adaptive', null]);
  assert.deepEqual([content.type, content.version], ['AdaptiveCard', '1.4']);
  assert.deepEqual(content.body, [
    {
      type: 'TextBlock',
      text: '\\[Ringpost\\] OUTBOUND\\_CALL\\_ERROR',
      size: 'Medium',
      weight: 'Bolder',
      wrap: true,
    },
    {
      type: 'FactSet',
      facts: [
        { title: 'Call ID', value: 'call\\_01JD3Z9M0T2A' },
        { title: 'Call Status', value: 'COMPLETED' },
        { title: 'Call SID', value: 'CA4712' },
        { title: 'Client ID', value: 'order\\_4712' },
      ],
    },
    {
      type: 'Container',
      style: 'attention',
      items: [
        '\\[CALL\\_CONNECTION\\_FAILED\\] Failed to initiate or connect the call.',
        '\\[CALL\\_INTERRUPTED\\] The call was interrupted before it finished.',
      ].map((text) => ({ type: 'TextBlock', text, color: 'Attention', wrap: true })),
    },
    {
      type: 'TextBlock',
      text: 'Time: 2026-11-20T11:19:00.125Z',
      isSubtle: true,
      size: 'Small',
      wrap: true,
    },
  ]);
});

describe('of any firing', () => {
  test('the official library finds no fault in the card, and it is short enough', () => {
    const assertFine = (firing: StoredFiring) => {
      assert.deepEqual(remarksOn(cardOf(firing)), []);
      assert.ok(Buffer.byteLength(teamsBody(firing)) <= BODY_BYTES_MAX);
    };
    fc.assert(fc.property(anyFiring, assertFine), { numRuns: 1_000 });
    for (const trigger of TRIGGERS) {
      for (const filling of Object.values(FILLINGS)) assertFine(firingOf(trigger, filling));
    }
  });

  test('every value is shown unchanged, without markup, link or function', () => {
    fc.assert(fc.property(anyFiring, assertShowsAll), { numRuns: 1_000 });
    for (const filling of Object.values(FILLINGS)) {
      for (const trigger of TRIGGERS) assertShowsAll(firingOf(trigger, filling));
    }
  });
});

test('a value that looks like a list, a link, an entity or a function is shown as text', () => {
  const values = [
    '- a',
    '+ a',
    '* a',
    '1. a',
    '12) a',
    '= a',
    '# a',
    '> a',
    '---',
    '***',
    '    code',
    'https://evil.example/a_b',
    'HTTP://evil.example',
    'www.evil.example',
    'evil.example',
    'mailto:a@evil.example',
    'a@evil.example',
    '<https://evil.example>',
    '[a](b)',
    '![a](b)',
    '&amp;',
    '&#35;',
    '&#x23;',
    'a & b; c',
    '{{DATE(2026-01-01T00:00:00Z, SHORT)}}',
    '{{TIME(2026-01-01T00:00:00Z)}}',
    '$' + '{name}',
    '@{triggerBody()}',
    'a\\',
    '\\',
    '\\*a\\*',
    '1.5',
    'v1.2.3',
    '10.0.0.1',
    'a\u200b',
    '\u200b',
    '😀.evil',
    'xn--a.example',
    'a.b',
    ...NASTY,
  ];
  for (const value of values) {
    assertShowsAll(firingOf('OUTBOUND_CALL_ERROR', { ...FILLINGS.errors, values: [value, value] }));
  }
});

test('control: the judges find planted faults', () => {
  const card = cardOf(firingOf('OUTBOUND_CALL_ERROR', FILLINGS.plain));
  for (const wrong of [
    { type: 'TextBlok', text: 'a' },
    { type: 'TextBlock', text: 'a', color: 'Pink' },
    { type: 'Input.Text' },
  ]) {
    assert.equal(remarksOn({ ...card, body: [wrong] }).length, 1, wrong.type);
  }
  for (const [source, fault] of [
    ['- a', 'list'],
    ['1. a', 'list'],
    ['a *b*', 'emphasis, code or strikethrough'],
    ['https://a', 'bare URL'],
    ['&amp;', 'entity'],
    ['{{DATE(x)}}', 'function'],
    ['evil.example', 'bare host'],
  ] as const) {
    assert.ok(readMarkdown(source).faults.includes(fault), source);
  }
});

test('errors that are too long for a card are left out and counted', () => {
  const error = { code: 'UNKNOWN_ERROR', message: 'x'.repeat(3_000), timestamp: '' };
  const firing = firingOf('OUTBOUND_CALL_ERROR', FILLINGS.plain);
  const long = { ...firing, errors: JSON.stringify(Array.from({ length: 10 }, () => error)) };
  const items = cardOf(long).body.flatMap((part) => ('items' in part ? (part.items ?? []) : []));
  assert.ok(items.length > 1 && items.length < 10);
  assert.equal(items.at(-1)?.text, `… and ${10 - (items.length - 1)} more`);
  assert.ok(Buffer.byteLength(teamsBody(long)) <= BODY_BYTES_MAX);
});
