/**
 * `node test/browser/screenshots.ts [folder] [name…]`: the real service with sample data, and a
 * picture of every page of `page-list.ts` in both themes and at 320 px, to be looked at. Says for
 * each what axe finds. Not a test.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { axeFindings, sidewaysPx } from './axe.ts';
import { openListed } from './open-listed.ts';
import { type ListedPage, PAGES } from './page-list.ts';
import { fillWithSamples } from './sample-data.ts';
import { type Look, openBrowserSetup } from './setup.ts';

const LOOKS: Readonly<Record<string, Look>> = {
  light: { theme: 'light' },
  dark: { theme: 'dark' },
  narrow: { theme: 'light', width: 320, height: 700 },
};

const [folder = 'screenshots', ...names] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const setup = await openBrowserSetup();
const data = await fillWithSamples(setup);
for (const listed of PAGES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  for (const [look, how] of Object.entries(LOOKS)) await picture(listed, look, how);
}
await setup.close();

async function picture(listed: ListedPage, look: string, how: Look): Promise<void> {
  const page = await openListed(setup, listed, data, how);
  await page.screenshot({ path: join(folder, `${listed.name}-${look}.png`) });
  const found = await axeFindings(page);
  const wide = await sidewaysPx(page);
  const notes = [...found, ...(wide > 0 ? [`${wide} px too wide`] : [])];
  process.stdout.write(`${listed.name} ${look}: ${notes.join('\n    ') || 'ok'}\n`);
  await page.context().close();
}
