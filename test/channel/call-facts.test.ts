/**
 * S2.24, S4.14: each channel shows any facts of a call, compared with the files of
 * `test/golden/facts`; `RINGPOST_GOLDEN=write` writes them anew.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { FIELD_MAX, FIELDS_MAX, slackBody } from '../../src/channel/slack/message.ts';
import { BODY_BYTES_MAX, teamsBody } from '../../src/channel/teams/message.ts';
import { messageOf } from '../../src/core/payload/message.ts';
import { bodyFor, type StoredFiring } from '../../src/core/payload/render.ts';
import { anyFiringWithFacts, FACTS, FILLINGS, firingOf, withFacts } from './conformance/firing.ts';
import { sourceOf } from './email/given-firing.ts';
import { readMarkdown } from './teams/markdown.ts';
import { remarksOn } from './teams/official-card.ts';

const GOLDEN = new URL('../golden/facts/', import.meta.url);
const COMPLETED = 'OUTBOUND_CALL_COMPLETED';
/** Slack cuts a text beyond 40,000 characters and refuses more. */
const SLACK_LENGTH_MAX = 20_000;

const given = (name: keyof typeof FACTS): StoredFiring =>
  withFacts(firingOf(COMPLETED, FILLINGS.plain), FACTS[name]);

/** The messages by the name of their golden file. */
function bodiesOf(name: keyof typeof FACTS): Readonly<Record<string, string>> {
  const firing = given(name);
  const custom = { kind: 'custom', projectId: 'prj_1' } as const;
  return {
    [`${name}-webhook.json`]: `${bodyFor(custom, '2:message', firing)}\n`,
    [`${name}-slack.json`]: laidOut(slackBody(firing)),
    [`${name}-teams.json`]: laidOut(teamsBody(firing)),
    [`${name}.eml`]: sourceOf({ firing }),
  };
}

function laidOut(body: string): string {
  return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
}

describe('golden messages with facts', () => {
  const all = { ...bodiesOf('plain'), ...bodiesOf('hostile') };
  for (const [name, text] of Object.entries(all)) {
    test(`${name} has the bytes that are sent`, () => {
      const file = new URL(name, GOLDEN);
      if (process.env.RINGPOST_GOLDEN === 'write') {
        mkdirSync(GOLDEN, { recursive: true });
        writeFileSync(file, text);
      }
      assert.equal(text, readFileSync(file, 'utf8'));
    });
  }

  test('every golden file has a case', () => {
    assert.deepEqual(readdirSync(GOLDEN).sort(), Object.keys(all).sort());
  });
});

interface Text {
  readonly type: string;
  readonly text: string;
  readonly emoji?: boolean;
}

function assertSlack(firing: StoredFiring): void {
  const body = slackBody(firing);
  assert.ok(body.length < SLACK_LENGTH_MAX, `${body.length}`);
  const message: {
    readonly text: string;
    readonly blocks: readonly { readonly fields?: readonly Text[] }[];
  } = JSON.parse(body);
  const { text: said, blocks } = message;
  const read = said.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  assert.equal(read, messageOf(firing).text, 'notifications and screen readers have only the text');
  assert.doesNotMatch(said, /[<>]/);
  const sections = blocks.flatMap(({ fields }) => (fields === undefined ? [] : [fields]));
  for (const fields of sections) assert.ok(fields.length >= 1 && fields.length <= FIELDS_MAX);
  const shown = sections.flat();
  const { facts } = messageOf(firing);
  assert.deepEqual(
    shown.map(({ text }) => text),
    facts.flatMap(({ label, value }) => [`*${label}*`, value]),
  );
  for (const [at, { type, text, emoji }] of shown.entries()) {
    const isLabel = at % 2 === 0;
    assert.deepEqual([type, emoji], isLabel ? ['mrkdwn', undefined] : ['plain_text', false]);
    assert.ok(text.length > 0 && text.length <= FIELD_MAX);
  }
}

function assertTeams(firing: StoredFiring): void {
  const body = teamsBody(firing);
  assert.ok(Buffer.byteLength(body) <= BODY_BYTES_MAX);
  const card = JSON.parse(body).attachments[0].content;
  assert.deepEqual(remarksOn(card), []);
  const read = (source: string): string => {
    const { shown, faults } = readMarkdown(source);
    assert.deepEqual(faults, [], source);
    return shown;
  };
  const shown: readonly { readonly title: string; readonly value: string }[] = card.body[1].facts;
  const { facts } = messageOf(firing);
  // A card that would be too long leaves out the last facts, never those of `data`.
  assert.ok(shown.length >= facts.filter(({ key }) => key !== null).length);
  assert.deepEqual(
    shown.map(({ title, value }) => [title, read(value)]),
    facts.slice(0, shown.length).map(({ label, value }) => [label, value.trim() || '-']),
  );
  for (const line of card.fallbackText.split('\n\n')) read(line);
}

async function assertMail(firing: StoredFiring): Promise<void> {
  const source = sourceOf({ firing });
  assert.doesNotMatch(source, /[^\x20-\x7e\r\n\t]/);
  const { text = '', html = '', headers } = await PostalMime.parse(source);
  assert.equal(text.replaceAll('\r\n', '\n').trimEnd(), messageOf(firing).text.trimEnd());
  const said = messageOf(firing).facts.map(({ label }) => label);
  const harmless = { ...firing, facts: null, text: firing.text };
  const before = await PostalMime.parse(sourceOf({ firing: harmless }));
  assert.deepEqual(
    headers.map(({ key }) => key),
    before.headers.map(({ key }) => key),
  );
  // Facts only add rows to the table, and no other element, attribute or link.
  const rows = said.length - messageOf(harmless).facts.length;
  const added = tagsOf(html).length - tagsOf(before.html ?? '').length;
  assert.equal(added % Math.max(1, rows), 0, `${added} tags of ${rows} rows`);
  assert.deepEqual(new Set(tagsOf(html)), new Set(tagsOf(before.html ?? '')));
}

function tagsOf(html: string): readonly string[] {
  return html.match(/<[a-z/!][^>]*>/gi) ?? [];
}

for (const name of ['plain', 'hostile', 'longest'] as const) {
  test(`${name} facts are shown unchanged in Slack, Teams and mail`, async () => {
    const firing = given(name);
    assert.ok(messageOf(firing).facts.some(({ key }) => key === null));
    assertSlack(firing);
    assertTeams(firing);
    await assertMail(firing);
  });
}

test('any facts are shown unchanged: no mention, markup, link or other element', async () => {
  fc.assert(fc.property(anyFiringWithFacts, assertSlack), { numRuns: 500 });
  fc.assert(fc.property(anyFiringWithFacts, assertTeams), { numRuns: 500 });
  await fc.assert(fc.asyncProperty(anyFiringWithFacts, assertMail), { numRuns: 200 });
});

test('version 1 of a webhook has no facts', () => {
  const custom = { kind: 'custom', projectId: 'prj_1' } as const;
  const bare = firingOf(COMPLETED, FILLINGS.plain);
  assert.equal(bodyFor(custom, 'message', given('hostile')), bodyFor(custom, 'message', bare));
});
