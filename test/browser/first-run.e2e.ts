/** J1: the first start, from the link that the service prints to the overview. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible } from './axe.ts';
import { OWNER, setupTokenOf } from './first-owner.ts';
import { pagesOf, startBoth } from './setup.ts';

const { service, browser, close } = await startBoth();
after(close);
const open = pagesOf(browser, service);

test('the setup link of the start carries the token, and the address forgets it', async () => {
  const page = await open('/setup#token=abc', {}, null);
  await page.waitForURL(({ hash }) => hash === '');
  assert.equal(await page.getByLabel('Setup token').inputValue(), 'abc');
  await page.context().close();
});

test('J1: the first start asks for the token, says what is wrong, lets the owner in', async () => {
  const page = await open('/', {}, null);
  await page.waitForURL('**/setup');
  await page.getByRole('heading', { level: 1, name: 'Set up Ringpost' }).waitFor();
  await assertAccessible(page, 'setup');

  await page.getByLabel('Setup token').fill('not the token');
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.locator('input[type=password]').fill(OWNER.password);
  await page.getByRole('button', { name: 'Create the account' }).click();
  const token = page.getByLabel('Setup token');
  await page.waitForSelector('[aria-invalid="true"]');
  assert.equal(await token.getAttribute('aria-invalid'), 'true');
  const focused = await page.evaluate('document.activeElement.ariaInvalid');
  assert.equal(focused, 'true', 'the focus is on the field at fault');

  await token.fill(setupTokenOf(service));
  await page.locator('input[type=password]').fill('eleven char');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page
    .getByText(/at least 12|12 to 256|12 or more characters/i)
    .last()
    .waitFor();

  await page.locator('input[type=password]').fill(OWNER.password);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.waitForURL('**/overview');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  assert.equal(await page.title(), 'Overview · Ringpost');

  await page.goto('/setup');
  await page.getByRole('heading', { name: 'Already set up' }).waitFor();
  await page.getByRole('link', { name: 'Go to the sign-in' }).waitFor();
  await page.context().close();
});

test('a wrong password is said, the right one leads back to where one wanted to go', async () => {
  const page = await open('/account', {}, null);
  await page.waitForURL(({ search }) => search === '?next=/account');
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.locator('input[type=password]').fill('a wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await assertAccessible(page, 'login with a fault');
  await page.locator('input[type=password]').fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/account');
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  await page.context().close();
});

test('nothing is asked of another host, and no style stands in the page', async () => {
  const page = await open('/login', {}, null);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.deepEqual([...hosts], [new URL(service.url).host]);
  assert.equal(await page.evaluate("document.querySelectorAll('style').length"), 0);
  await page.context().close();
});
