/** What the previews read from the exact bytes that are sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodedWords,
  readMail,
} from '../../../dashboard/src/page/endpoint/preview/mail-source.ts';
import { slackBlocks } from '../../../dashboard/src/page/endpoint/preview/slack-block.ts';
import { teamsCard } from '../../../dashboard/src/page/endpoint/preview/teams-card.ts';
import { mailOf, mailSource } from '../../../src/channel/email/message.ts';
import { slackBody } from '../../../src/channel/slack/message.ts';
import { teamsBody } from '../../../src/channel/teams/message.ts';
import { messageOf } from '../../../src/core/payload/message.ts';
import { SAMPLES, sampleFiring } from '../../../src/core/payload/sample.ts';
import { NOW_MS } from '../../core/given.ts';

const firing = (sample: (typeof SAMPLES)[number]) =>
  sampleFiring('OUTBOUND_CALL_ERROR', 'Zoë & Co', NOW_MS, sample);

test('a mail is read as it was written', () => {
  for (const sample of SAMPLES) {
    const stored = firing(sample);
    const ids = { webhookId: 'msg_1', deliveryId: 'dlv_1', projectId: 'prj_1', endpointId: 'ep_1' };
    const from = { name: null, address: 'a@b.example' };
    const parts = { from, to: 'c@d.example', ...ids, callId: 'call', firing: stored };
    const mail = readMail(mailSource(mailOf(parts)));
    assert.equal(mail?.text.trimEnd(), messageOf(stored).text, sample);
    assert.match(mail?.subject ?? '', /^\[Zoë & Co\] OUTBOUND_CALL_ERROR /);
    assert.match(mail?.html ?? '', /^<!doctype html>[\s\S]*<\/html>\n$/);
  }
});

test('words of a subject are decoded; a text that is no mail gives null', () => {
  assert.equal(decodedWords('=?UTF-8?Q?Zo=C3=AB?=\r\n =?UTF-8?Q?_x?='), 'Zoë x');
  assert.equal(decodedWords('=?UTF-8?B?Wm/Dqw==?= y'), 'Zoë y');
  assert.equal(readMail('no mail'), null);
});

test('the preview draws every block that Slack gets', () => {
  for (const sample of SAMPLES) {
    const blocks = slackBlocks(slackBody(firing(sample)));
    // The facts of a call take two more sections.
    const facts = sample === 'facts' ? ['fields', 'fields'] : [];
    assert.deepEqual(
      blocks?.map(({ kind }) => kind),
      ['header', 'fields', ...facts, 'divider', 'text', 'context'],
    );
    const fields = blocks?.find((block) => block.kind === 'fields');
    assert.equal(fields?.kind === 'fields' && fields.fields[0]?.label, 'Call ID');
  }
  assert.equal(slackBlocks('{"blocks":[{"type":"image"}]}'), null);
  assert.equal(slackBlocks('no'), null);
});

test('a card shows its values without the marks that protect them', () => {
  const card = JSON.stringify(teamsCard(teamsBody(firing('unicode'))));
  assert.ok(card.includes('Zoë & Søn <Østerås> *№ 4712*'), card);
  assert.equal(teamsCard('{"attachments":[]}'), null);
});
