/**
 * `node test/browser/screenshots.ts [folder] [name…]`: the real service with a day of sample data,
 * and a picture of every page of `page-list.ts` in both themes and at 320 px, to look at. Prints
 * what axe finds on each. Not a test.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { axeFindings, sidewaysPx } from './axe.ts';
import { openListed } from './open-listed.ts';
import { type ListedPage, PAGES } from './page-list.ts';
import { fillWithDay } from './sample-day.ts';
import { type Look, openBrowserSetup, setupAround } from './setup.ts';

const LOOKS: Readonly<Record<string, Look>> = {
  light: { theme: 'light' },
  dark: { theme: 'dark' },
  narrow: { theme: 'light', width: 320, height: 700 },
};

const [folder = 'screenshots', ...names] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const clockFile = join(folder, 'clock');
await rm(clockFile, { force: true });
const preload = pathToFileURL(join(import.meta.dirname, 'past-clock.ts')).href;
const fresh = await openBrowserSetup({
  PAST_CLOCK_FILE: clockFile,
  NODE_OPTIONS: `--import ${preload}`,
});
const { samples: data, owner } = await fillWithDay(fresh, clockFile);
const setup = setupAround(fresh, owner);
for (const listed of PAGES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  for (const [look, how] of Object.entries(LOOKS)) await picture(listed, look, how);
}
await setup.close();
await rm(clockFile, { force: true });

async function picture(listed: ListedPage, look: string, how: Look): Promise<void> {
  const page = await openListed(setup, listed, data, how);
  await page.screenshot({ path: join(folder, `${listed.name}-${look}.png`) });
  const found = await axeFindings(page);
  const wide = await sidewaysPx(page);
  const notes = [...found, ...(wide > 0 ? [`${wide} px too wide`] : [])];
  process.stdout.write(`${listed.name} ${look}: ${notes.join('\n    ') || 'ok'}\n`);
  await page.context().close();
}
