/**
 * S17.10, S17.11: a notice of alerts as each channel sends it, compared with the files of
 * `test/golden/alert`; `RINGPOST_GOLDEN=write` writes them anew.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { letterMail } from '../../src/channel/email/letter.ts';
import { mailSource } from '../../src/channel/email/message.ts';
import { slackBody } from '../../src/channel/slack/message.ts';
import { teamsBody } from '../../src/channel/teams/message.ts';
import type { Alert } from '../../src/core/alert/alert.ts';
import type { AlertGroup } from '../../src/core/alert/edge.ts';
import { noticeBody, renderNotice } from '../../src/core/alert/notice.ts';
import { OPS_TRIGGERS } from '../../src/core/trigger/ops-trigger.ts';
import { alertOf, NOW_MS, PROJECT } from '../core/alert/given.ts';

const GOLDEN = new URL('../golden/alert/', import.meta.url);
const OF = { id: 'prj_01', serviceName: 'Acme <Calls>' };
const URL_SET = 'https://calls.example.com';
const FROM = { name: 'Ringpost', address: 'calls@example.com' };

function noticeOf(changes: Partial<Alert>, others: readonly Partial<Alert>[] = []) {
  const first = alertOf(changes);
  const rest = others.map((more) => alertOf({ ...changes, ...more }));
  const edge = first.recoveredAtMs === null ? 'opened' : 'recovered';
  const group: AlertGroup = { projectKey: PROJECT, edge, alerts: [first, ...rest] };
  return renderNotice(group, OF, URL_SET, NOW_MS);
}

const OPENED = noticeOf({ name: 'Orders <!channel> @here' });
const GROUPED = noticeOf({}, [{ name: 'Billing', subject: 'ep_2' }]);
const RECOVERED = noticeOf({ recoveredAtMs: NOW_MS, told: 'opened' });

function golden(name: string, text: string): void {
  const file = new URL(name, GOLDEN);
  if (process.env.RINGPOST_GOLDEN === 'write') {
    mkdirSync(GOLDEN, { recursive: true });
    writeFileSync(file, text);
  }
  assert.equal(text, readFileSync(file, 'utf8'));
}

function laidOut(body: string): string {
  return `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
}

function mailOf(firing: typeof OPENED, language: string | null): string {
  const letter = { kind: 'alert', to: 'olga@example.com', language, noticeId: 'ntc_1', firing };
  return mailSource(letterMail({ ...letter, kind: 'alert' }, FROM, NOW_MS));
}

describe('notices of alerts', () => {
  for (const [name, firing] of Object.entries({ OPENED, GROUPED, RECOVERED })) {
    const file = name.toLowerCase();
    test(`S17.10: the notice ${file} has its golden form in each channel`, () => {
      golden(`${file}-custom.json`, laidOut(noticeBody('text', firing)));
      golden(`${file}-slack.json`, laidOut(slackBody(firing)));
      golden(`${file}-teams.json`, laidOut(teamsBody(firing)));
      golden(`${file}-en.eml`, mailOf(firing, null));
      golden(`${file}-ja.eml`, mailOf(firing, 'ja-JP'));
    });
  }

  test('S17.10: a name mentions no person and is no link', () => {
    const { text, blocks } = JSON.parse(slackBody(OPENED));
    assert.ok(!text.includes('<!channel>'));
    const marked = JSON.stringify(blocks).match(/"type":"mrkdwn","text":"[^"]*"/g) ?? [];
    assert.ok(marked.every((each) => !each.includes('Orders')));
    assert.match(marked.at(-1) ?? '', /<https:\/\/calls\.example\.com\/p\/prj_01\/alerts\//);
  });

  test('S17.10: each alert is within the limits of Slack and Teams, also with a long name', () => {
    for (const trigger of OPS_TRIGGERS) {
      const firing = noticeOf({ trigger, name: 'n'.repeat(120) });
      const { blocks } = JSON.parse(slackBody(firing));
      assert.ok(blocks[0].text.text.length <= 150);
      assert.ok(Buffer.byteLength(teamsBody(firing)) < 20_000);
    }
  });

  test('S17.12: the mails of an alert are one thread; a repeated one has the same id', () => {
    const idOf = (source: string) => /^Message-ID: (.*)$/m.exec(source)?.[1];
    const threadOf = (source: string) => /^References: (.*)$/m.exec(source)?.[1];
    assert.equal(idOf(mailOf(OPENED, null)), idOf(mailOf(OPENED, 'ja')));
    assert.equal(threadOf(mailOf(OPENED, null)), threadOf(mailOf(RECOVERED, null)));
  });
});
