/**
 * Alerts end to end: a receiver and a disk break in turn, Slack at the local inbox and a webhook
 * are told, each once, with the recovery; the pages say who was told, and take an acknowledgement.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings, sidewaysPx } from './axe.ts';
import { failingEndpoint } from './failing-endpoint.ts';
import { type BrowserSetup, type Look, setupBrowser } from './setup.ts';

const LOOKS: readonly Look[] = [
  { theme: 'light' },
  { theme: 'dark' },
  { theme: 'light', width: 320, height: 700 },
];

interface Item {
  readonly id: string;
  readonly channel: string;
}

/** Asked for until it is there: a look for alerts comes every second. */
async function until<Value>(ask: () => Promise<Value | null>): Promise<Value> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const found = await ask();
    if (found !== null) return found;
  }
  throw new Error('it did not come');
}

async function alertWith(setup: BrowserSetup, trigger: string, state: string): Promise<string> {
  return until(async () => {
    const path = `/v1/alerts?trigger=${trigger}&state=${state}`;
    const [first] = Object(await setup.call('GET', path)).data;
    return first?.told === (state === 'open' ? 'opened' : 'recovered') ? first.id : null;
  });
}

async function toldOf(setup: BrowserSetup, id: string, notices: number): Promise<void> {
  await until(async () => {
    const alert = Object(await setup.call('GET', `/v1/alerts/${id}`));
    const sent = alert.notices.filter(({ state }: { state: string }) => state === 'sent');
    return sent.length === notices ? true : null;
  });
}

async function pagerAt(setup: BrowserSetup, channel: 'slack' | 'http', kind: string) {
  const { target } = Object(await setup.call('GET', `/v1/inbox/boxes/${channel}/pager`));
  const auth = kind === 'custom' ? { auth: { method: 'rsa-sha256' } } : {};
  await setup.call('POST', '/v1/endpoints', {
    name: `Pager ${kind}`,
    kind,
    target,
    ...auth,
    triggers: [],
    opsTriggers: ['OPS_ENDPOINT_FAILING', 'OPS_DISK_LOW'],
  });
}

async function reportCalls(setup: BrowserSetup, ...calls: readonly string[]): Promise<void> {
  for (const callId of calls) {
    const report = { status: 'CALLING', direction: 'OUTBOUND' };
    await setup.call('POST', `/v1/calls/${callId}/reports`, report);
  }
}

async function looksRight(page: Page): Promise<void> {
  assert.deepEqual(await axeFindings(page), []);
  assert.equal(await sidewaysPx(page), 0);
}

describe('alerts', async () => {
  const setup = await setupBrowser({ RINGPOST_ALERT_EVERY_MS: '1000' });
  await setup.call('PATCH', '/v1/project', { alerts: { recoverAfterMs: 0, givenUp: null } });

  test('S17.4: a receiver and a disk break; people are told, and that it is over', async () => {
    await pagerAt(setup, 'slack', 'slack');
    await pagerAt(setup, 'http', 'custom');
    const orders = await failingEndpoint(setup, 'orders', { status: 400, retryScheduleMs: [] });
    await reportCalls(setup, 'a-1', 'a-2', 'a-3');
    const id = await alertWith(setup, 'OPS_ENDPOINT_FAILING', 'open');
    await toldOf(setup, id, 2);
    for (const look of LOOKS) {
      const list = await setup.open(setup.path('/alerts'), look);
      await list.getByRole('link', { name: 'Endpoint failing' }).waitFor();
      await looksRight(list);
      await keep(list, `list-${look.theme}-${look.width ?? 'wide'}`);
      await list.context().close();
      const one = await setup.open(setup.path(`/alerts/${id}`), look);
      await one.getByText('Pager slack').waitFor();
      await looksRight(one);
      await keep(one, `one-${look.theme}-${look.width ?? 'wide'}`);
      await one.context().close();
    }
    const page = await setup.open(setup.path(`/alerts/${id}`));
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('A member is on it.').waitFor();
    await page.context().close();
    const endpoint = await setup.open(setup.path(`/endpoints/${orders.id}`));
    await endpoint.getByRole('link', { name: 'Endpoint failing' }).waitFor();
    await endpoint.context().close();
    await orders.answer(200);
    await reportCalls(setup, 'a-4');
    assert.equal(await alertWith(setup, 'OPS_ENDPOINT_FAILING', 'recovered'), id);
    await toldOf(setup, id, 4);

    const diskFreeBytes = Number.MAX_SAFE_INTEGER;
    await setup.call('PATCH', '/v1/project', { alerts: { diskFreeBytes } });
    const disk = await alertWith(setup, 'OPS_DISK_LOW', 'open');
    await setup.call('PATCH', '/v1/project', { alerts: { diskFreeBytes: 1 } });
    assert.equal(await alertWith(setup, 'OPS_DISK_LOW', 'recovered'), disk);
    await toldOf(setup, disk, 4);

    const items: readonly Item[] = Object(await setup.call('GET', '/v1/inbox?limit=200')).data;
    const slack = items.filter(({ channel }) => channel === 'slack');
    assert.equal(slack.length, 4, 'each alert and its end, once');
    const shown = Object(await setup.call('GET', `/v1/inbox/${slack[0]?.id}`));
    assert.match(JSON.stringify(shown), /Recovered: Disk nearly full/);
  });
});

/** A picture to be looked at, if a folder is named. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.RINGPOST_TEST_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/alerts-${name}.png` });
}
