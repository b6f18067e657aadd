/** The browsers that tests may use, and the failure if there is none. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { launchChromium } from './chromium.ts';

const ADVICE = /No browser for the tests starts here .*apt-get install chromium/s;

test('the browser from npm draws pages in one context after another', async () => {
  const browser = await launchChromium([], { asked: 'npm' });
  for (const text of ['one', 'two', 'three']) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.setContent(`<h1>${text}</h1>`);
    assert.equal(await page.textContent('h1'), text);
    await context.close();
  }
  await browser.close();
});

test('without a browser, the failure says what to install', async () => {
  await assert.rejects(launchChromium([], { asked: '/nowhere/chromium' }), ADVICE);
});

test('a browser that never answers is given up in time, with the same words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-browser-'));
  const program = join(folder, 'chromium');
  await writeFile(program, '#!/bin/sh\nexec sleep 3\n', { mode: 0o755 });
  await assert.rejects(launchChromium([], { asked: program, startMaxMs: 1_000 }), ADVICE);
  await rm(folder, { recursive: true });
});
