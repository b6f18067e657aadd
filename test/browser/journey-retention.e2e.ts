/**
 * J29: what a page says of records that retention has removed. The test moves the times in a
 * stopped service's records back by days; the service that starts then removes them by itself.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { assertAccessible } from './axe.ts';
import { buildDashboardOnce } from './build-once.ts';
import { launchChromium } from './chromium.ts';
import { deliveriesIn } from './failing-endpoint.ts';
import { makeOwner } from './first-owner.ts';
import { fillWithSamples } from './sample-data.ts';
import { setupAround } from './setup.ts';

const DAY_MS = 86_400_000;
/** The first round begins a minute after the start; a load of the page takes its time. */
const LOADS_MAX = 400;

await buildDashboardOnce();
const directory = await mkdtemp(join(tmpdir(), 'ringpost-browser-'));
const start = () => startService({ directory, keySet: false });
const first = await start();
let service: ServiceProcess = first;
const browser = await launchChromium();
after(async () => {
  await browser.close();
  await service.stop();
  await rm(directory, { recursive: true });
});
const owner = await makeOwner(first);

test('J29: what retention removed says when: a body, a delivery, a call', async () => {
  const before = setupAround({ service: first, directory, browser, close: async () => {} }, owner);
  // Reported before there are endpoints, so it has no delivery.
  const gonePath = `/calls/${encodeURIComponent('call/gone ü')}`;
  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  await before.call('POST', `/v1${gonePath}/reports`, report);
  await fillWithSamples(before);
  await before.call('PATCH', '/v1/project', {
    retention: { deliveredDays: 10, notDeliveredDays: 10, excerptDays: 1 },
  });
  await deliveriesIn(before, 'state=delivered&callId=call_sample_0000', 2);
  await deliveriesIn(before, 'state=delivered&callId=call_sample_0001', 2);
  await first.stop();
  passDays('call_sample_0000', 20);
  passDays('call_sample_0001', 2);
  passDaysOfCall('call/gone ü', 20);

  service = await start();
  const setup = setupAround({ service, directory, browser, close: async () => {} }, owner);
  const filter = 'state=delivered&callId=call_sample_';
  const [gone = ''] = await deliveriesIn(setup, `${filter}0000`, 2);
  const [kept = ''] = await deliveriesIn(setup, `${filter}0001`, 2);
  const page = await setup.open(setup.path(`/deliveries/${gone}`));
  await untilShown(page, '[data-state="expired"]');
  await page.getByText('This was removed when its retention ended').waitFor();
  await assertAccessible(page, 'expired');

  await page.goto(setup.path(`/deliveries/${kept}?tab=response`));
  await page.getByText(/Answers are removed when their retention ends; this one on/).waitFor();
  await assertAccessible(page, 'without its body');
  await page.goto(setup.path('/deliveries?call=call_sample_0001'));
  await page.waitForSelector(`tr[data-row="${kept}"]`);
  await page.goto(setup.path('/deliveries/dlv_0000000000'));
  await page.locator('[data-state="not-found"]').waitFor();

  await page.goto(setup.path(gonePath));
  await untilShown(page, '[data-state="expired"]');
  await page.getByText(/Removed: .+/).waitFor();
  await assertAccessible(page, 'a call that was removed');
  await page.goto(`/go/${encodeURIComponent('call/gone ü')}`);
  await page.locator('[data-state="expired"]').waitFor();
  await page.goto(setup.path('/calls/call_that_never_was'));
  await page.locator('[data-state="not-found"]').waitFor();
  await page.context().close();
});

/** Moves all times of this call's deliveries this many days back. */
function passDays(callId: string, days: number): void {
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  const those = `select d.key from deliveries d join calls c on c.key = d.call_key
    where c.call_id = ?2`;
  const change = (sql: string) => database.prepare(sql).run(days * DAY_MS, callId).changes;
  const changed = [
    change(`update attempts set started_at = started_at - ?1 where delivery_key in (${those})`),
    change(`update deliveries set created_at = created_at - ?1, closed_at = closed_at - ?1,
      last_attempt_at = last_attempt_at - ?1 where key in (${those})`),
  ];
  assert.ok(changed.every((rows) => rows > 0));
  database.close();
}

/** And the times of the call's own records. */
function passDaysOfCall(callId: string, days: number): void {
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  const change = (sql: string) => database.prepare(sql).run(days * DAY_MS, callId).changes;
  const changed = [
    change(`update reports set received_at = received_at - ?1 
      where call_key in (select key from calls where call_id = ?2)`),
    change(`update calls set first_report_at = first_report_at - ?1,
      last_report_at = last_report_at - ?1 where call_id = ?2`),
  ];
  assert.ok(changed.every((rows) => rows > 0));
  database.close();
}

async function untilShown(page: Page, selector: string): Promise<void> {
  for (let loads = 0; loads < LOADS_MAX; loads += 1) {
    await page.locator('#content [data-state]:not([data-state="loading"])').first().waitFor();
    if ((await page.locator(selector).count()) > 0) return;
    await page.reload();
  }
  throw new Error(`${selector} was never shown`);
}
