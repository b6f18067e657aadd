/**
 * Facts of a call and filters of endpoints in a real browser: the form tells the filter in words
 * and saves it, the call shows its facts, and the list finds it by number and tag.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const folder = process.env.RINGPOST_SCREENSHOTS;

const FACTS = {
  from: '+442079460018',
  to: '+12025550143',
  answeredAt: '2026-11-20T11:17:25.125Z',
  durationMs: 95_000,
  sipCode: 200,
  hangupCause: 'NORMAL_CLEARING',
  recordingUrl: 'https://media.example.com/recordings/4712.mp3',
  agentId: 'agent_7',
  queue: 'support',
  tags: ['vip', 'returns'],
  metadata: { order: '4712', region: 'emea' },
};

test('S3.16: a filter is typed, put into words, saved, and shown', async () => {
  const page = await setup.open(setup.path('/endpoints/new?kind=custom'));
  await page.getByLabel('Name').first().fill('VIP desk');
  await page.getByRole('button', { name: 'Use the local inbox' }).click();
  await page.getByRole('button', { name: 'Only failures' }).click();
  await page.getByText('It gets every call.').waitFor();
  await page.getByRole('textbox', { name: 'Tags' }).fill('vip\ngold');
  await page.getByLabel('Direction').selectOption('OUTBOUND');
  const metadata = page.getByRole('textbox', { name: 'Metadata' });
  await metadata.fill('region=emea');
  const words = /only these calls: Outbound; Tags: one of vip, gold; Metadata: region=emea\./;
  await page.getByText(words).waitFor();
  await page.getByLabel('Payload version').selectOption('2');
  await page.getByLabel('Body', { exact: true }).getByText('"call"').waitFor();
  await assertAccessible(page, 'facts');
  if (folder !== undefined) {
    await page.screenshot({ path: `${folder}/filter-form.png`, fullPage: true });
  }
  await page.getByRole('button', { name: 'Register the endpoint' }).click();
  await page.getByRole('heading', { level: 1, name: 'VIP desk' }).waitFor();
  await page.goto(page.url().replace(/\/test$/, ''));
  await page.getByText(words).waitFor();
  await page.context().close();
});

test('S2.25: a call shows its facts, and is found by number and tag', async () => {
  await setup.call('POST', '/v1/calls/call_facts/reports', {
    direction: 'OUTBOUND',
    status: 'COMPLETED',
    ...FACTS,
  });
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1_280, 320]) {
      const look = { theme, width };
      const page = await setup.open(setup.path('/calls/call_facts'), look);
      await page.getByText('NORMAL_CLEARING').waitFor();
      await page.getByText('order=4712, region=emea').waitFor();
      await assertNoSidewaysScroll(page, 'facts');
      if (width > 320) await assertAccessible(page, 'facts');
      if (folder !== undefined) {
        await page.screenshot({ path: `${folder}/call-facts-${theme}-${width}.png` });
      }
      await page.context().close();
    }
  }
  const page = await setup.open(setup.path('/calls/call_facts'));
  await page.getByRole('link', { name: 'vip' }).click();
  await page.waitForURL(/calls\?tag=vip/);
  await page.getByRole('link', { name: 'call_facts' }).waitFor();
  await page.goto(setup.path('/calls?number=%2B44%2020%207946%200018'));
  await page.getByRole('link', { name: 'call_facts' }).waitFor();
  await page.goto(setup.path('/calls?tag=nobody'));
  await page.getByText('No call matches these filters').waitFor();
  assert.equal(await page.getByRole('link', { name: 'call_facts' }).count(), 0);
  await page.context().close();
});
