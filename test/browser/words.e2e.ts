/**
 * One language is loaded at a time: the browser's first, another one when it is chosen. If its
 * words cannot be loaded, the page stays in its language and says so.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { setupBrowser } from './setup.ts';

const { openSignedOut } = await setupBrowser();
/** The files of `dashboard/src/words/`, as the build names them. */
const WORDS = /\/assets\/(en|ja)-[\w-]+\.js$/;

async function loaded(page: Page): Promise<readonly string[]> {
  const names = await page.evaluate<readonly string[]>(
    'performance.getEntriesByType("resource").map(({ name }) => name)',
  );
  return [...new Set(names.flatMap((name) => WORDS.exec(name)?.[1] ?? []))];
}

test('only the language in use is loaded, and another one when it is chosen', async () => {
  const page = await openSignedOut('/login', { language: 'ja' });
  await page.getByRole('button', { name: 'サインイン', exact: true }).waitFor();
  assert.deepEqual(await loaded(page), ['ja']);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  assert.deepEqual(await loaded(page), ['ja', 'en']);
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await page.reload();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  assert.deepEqual(await loaded(page), ['en']);
  await page.context().close();
});

test('offline the language stays, the page says so, and a later choice works', async () => {
  const page = await openSignedOut('/login', { language: 'en' });
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: '日本語' }).click();
  await page.getByText('The words of this language could not be loaded').waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: '日本語' }).click();
  await page.getByRole('button', { name: 'サインイン', exact: true }).waitFor();
  await page.context().close();
});
