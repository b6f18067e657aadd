/**
 * Alerts end to end: a receiver and a disk break in turn; Slack at the local inbox and a webhook
 * are told of each once, and of its end; the pages say who was told, and take an acknowledgement.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { askUntil } from '../support/ask-until.ts';
import { axeFindings, sidewaysPx } from './axe.ts';
import { failingEndpoint } from './failing-endpoint.ts';
import { memberOf } from './member.ts';
import { type BrowserSetup, type Look, pagesOf, setupBrowser } from './setup.ts';

const LOOKS: readonly Look[] = [
  { theme: 'light' },
  { theme: 'dark' },
  { theme: 'light', width: 320, height: 700 },
];

interface Item {
  readonly id: string;
  readonly channel: string;
}

async function alertWith(setup: BrowserSetup, trigger: string, state: string): Promise<string> {
  const told = state === 'open' ? 'opened' : 'recovered';
  const found = await askUntil(
    `an alert ${trigger} that is ${state} and told`,
    async () => {
      const path = `/v1/alerts?trigger=${trigger}&state=${state}`;
      return Object(await setup.call('GET', path)).data[0];
    },
    (alert) => alert?.told === told,
  );
  return found.id;
}

async function toldOf(setup: BrowserSetup, id: string, notices: number): Promise<void> {
  await askUntil(
    `${notices} notices of ${id} that were sent`,
    async () => {
      const alert = Object(await setup.call('GET', `/v1/alerts/${id}`));
      return alert.notices.filter(({ state }: { state: string }) => state === 'sent').length;
    },
    (sent) => sent === notices,
  );
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

  test('S17.4: a receiver and a disk break; people are told, and told of the end', async () => {
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
    await page.getByRole('link', { name: 'Issues of this endpoint' }).click();
    await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('endpoint'), orders.id);
    await page.goBack();
    const about = page.getByRole('main').getByRole('link', { name: 'orders', exact: true });
    await about.click();
    await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
    assert.match(new URL(page.url()).pathname, new RegExp(`/endpoints/${orders.id}`));
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

    const item = await setup.open(setup.path(`/inbox/${slack[0]?.id}?tab=compare`));
    await item.getByText('This is a notice of alerts').waitFor();
    await item.getByRole('link', { name: disk }).click();
    await item.getByRole('heading', { name: 'Disk nearly full: Ringpost' }).waitFor();
    await item.context().close();
  });

  test('S17.1: an endpoint gets the alerts that are ticked in its form', async () => {
    const page = await setup.open(setup.path('/endpoints/new?kind=custom'));
    await page.getByLabel('Name').first().fill('Night shift');
    await page.getByRole('button', { name: 'Use the local inbox' }).click();
    await page.getByRole('checkbox', { name: 'Disk nearly full' }).check();
    await page.getByText('1 of 13 ticked').waitFor();
    await page.getByRole('button', { name: 'Register the endpoint' }).click();
    await page.getByRole('heading', { level: 1, name: 'Night shift' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-2);
    const stored = async () => Object(await setup.call('GET', `/v1/endpoints/${id}`)).opsTriggers;
    assert.deepEqual(await stored(), ['OPS_DISK_LOW']);
    await page.goto(setup.path(`/endpoints/${id}`));
    await page.getByText('Disk nearly full').waitFor();
    await page.goto(setup.path(`/endpoints/${id}/settings`));
    await page.getByRole('checkbox', { name: 'All alerts' }).check();
    await page.getByText('13 of 13 ticked').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. The next attempt uses the new settings.').waitFor();
    assert.equal((await stored()).length, 13);
    await page.context().close();
    for (const look of LOOKS) {
      const form = await setup.open(setup.path(`/endpoints/${id}/settings`), look);
      const group = form.getByRole('group', { name: 'Alerts' });
      await group.scrollIntoViewIfNeeded();
      await looksRight(form);
      await keep(form, `ticks-${look.theme}-${look.width ?? 'wide'}`);
      await form.context().close();
    }
    await setup.call('DELETE', `/v1/endpoints/${id}`);
  });

  test('S17.3: thresholds are set in units for people; an empty one is off', async () => {
    const page = await setup.open(setup.path('/settings/alerts'));
    const save = page.getByRole('button', { name: 'Save changes' });
    const backlog = page.getByLabel('Large backlog');
    await backlog.fill('many');
    await save.click();
    await page.getByText('Use a number from 1 to 100,000,000, or leave it empty.').waitFor();
    await backlog.fill('');
    await page.getByLabel('Deliveries wait too long').fill('7.5');
    await page.getByLabel('Who gets alerts by mail').selectOption('owners');
    await save.click();
    await page.getByText('The settings are saved.').waitFor();
    const { alerts } = Object(await setup.call('GET', '/v1/project'));
    const { backlog: least, laneAgeMs, mail, failures } = alerts;
    assert.deepEqual([least, laneAgeMs, mail, failures], [null, 450_000, 'owners', 3]);
    await page.context().close();
    for (const look of LOOKS) {
      const form = await setup.open(setup.path('/settings/alerts'), look);
      await form.getByLabel('Who gets alerts by mail').waitFor();
      await looksRight(form);
      await keep(form, `thresholds-${look.theme}-${look.width ?? 'wide'}`);
      await form.context().close();
    }
  });

  test('alerts beyond a page are on the next one, and filters choose among them', async () => {
    await setup.call('PATCH', '/v1/project', { alerts: { sourceRefused: 1 } });
    for (let n = 1; n <= 60; n += 1) {
      const source = { name: `Line ${n}`, adapter: 'twilio', secret: 'a-secret-of-the-platform' };
      const { id } = Object(await setup.call('POST', '/v1/sources', source));
      const url = `${setup.service.url}/v1/ingest/twilio/${id}`;
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
      await answer.body?.cancel();
    }
    const open = async () => Object(await setup.call('GET', '/v1/alerts')).open;
    await askUntil('60 open alerts', open, (count) => count >= 60);
    const page = await setup.open(setup.path('/alerts'));
    const rows = page.locator('tr[data-row]');
    await rows.nth(49).waitFor();
    assert.equal(await rows.count(), 50);
    await page.getByRole('link', { name: 'Older' }).click();
    await rows.nth(49).waitFor({ state: 'detached' });
    assert.ok((await rows.count()) >= 10);
    await page.goto(setup.path('/alerts?trigger=OPS_SOURCE_REFUSED'));
    await rows.first().getByRole('link', { name: 'Source with wrong signatures' }).click();
    const about = page.getByRole('main').getByRole('link', { name: /^Line \d+$/ });
    const line = await about.innerText();
    const alertPage = page.url();
    await about.click();
    await page.getByRole('heading', { level: 1, name: line }).waitFor();
    assert.match(new URL(page.url()).pathname, /\/sources\/src_\w+$/);
    const openAs = pagesOf(setup.browser, setup.service);
    const viewer = await memberOf(setup, 'viewer');
    const seen = await openAs(new URL(alertPage).pathname, {}, viewer);
    await seen.getByRole('main').getByText(line, { exact: true }).waitFor();
    const links = seen.getByRole('main').getByRole('link', { name: line });
    assert.equal(await links.count(), 0, 'a viewer reads its name, and its page is not theirs');
    await seen.context().close();
    await page.goto(setup.path('/alerts?trigger=OPS_DISK_LOW'));
    await rows.first().waitFor();
    assert.equal(await rows.count(), 1);
    await page.goto(setup.path('/alerts?state=recovered&trigger=OPS_SOURCE_REFUSED'));
    await page.getByText('No alert matches these filters').waitFor();
    await page.context().close();
  });
});

/** Makes a picture to look at, if a folder is named. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.RINGPOST_TEST_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/alerts-${name}.png` });
}
