/**
 * The setup of a browser test: the dashboard built as it ships, the service as its users run it on
 * a fresh data directory, a real browser, and a page that is signed in. One service and one browser
 * per test file: a start takes two seconds, a page twenty milliseconds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { buildDashboardOnce } from './build-once.ts';
import { launchChromium } from './chromium.ts';
import { makeOwner, type Owner } from './first-owner.ts';

export interface BrowserSetup {
  readonly service: ServiceProcess;
  /** The data directory. */
  readonly directory: string;
  readonly owner: Owner;
  readonly browser: Browser;
  /** `/p/<project>` and the rest of the path. */
  path(rest: string): string;
  /** A page that is signed in as the owner, at this path of the dashboard. */
  open(path: string, look?: Look): Promise<Page>;
  /** A page without a session. */
  openSignedOut(path: string, look?: Look): Promise<Page>;
  /** Sends one request with the API key; throws if it is refused. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export interface Look {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly language?: 'en' | 'ja';
  readonly forcedColors?: boolean;
}

/** A page shows its data within a tenth of a second; on a machine that is busy, within many. */
const SHOWN_MAX_MS = 60_000;

/** For a test file: everything ends after its last test. */
export async function setupBrowser(
  environment: Readonly<Record<string, string>> = {},
): Promise<BrowserSetup> {
  const setup = await openBrowserSetup(environment);
  after(setup.close);
  return setup;
}

/** For a script, which closes it. */
export async function openBrowserSetup(
  environment: Readonly<Record<string, string>> = {},
): Promise<BrowserSetup> {
  const both = await startBoth(environment);
  return setupAround(both, await makeOwner(both.service));
}

/** For a test that has made the owner itself. */
export function setupAround(
  {
    service,
    directory,
    browser,
    close,
  }: Pick<BrowserSetup, 'service' | 'directory' | 'browser' | 'close'>,
  owner: Owner,
): BrowserSetup {
  const contexts = pagesOf(browser, service);
  return {
    service,
    directory,
    owner,
    browser,
    close,
    path: (rest) => `/p/${owner.projectId}${rest}`,
    openSignedOut: (path, look = {}) => contexts(path, look, null),
    open: (path, look = {}) => contexts(path, look, owner),
    call: (method, path, body) => callWith(service, owner.apiKey, method, path, body),
  };
}

/** A service without an owner, and a browser. */
export async function startBoth(
  environment: Readonly<Record<string, string>> = {},
): Promise<Pick<BrowserSetup, 'service' | 'directory' | 'browser' | 'close'>> {
  await buildDashboardOnce();
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-browser-'));
  const service = await startService({ directory, keySet: false, environment });
  const browser = await launchChromium();
  const close = async (): Promise<void> => {
    await browser.close();
    await service.stop();
    await rm(directory, { recursive: true });
  };
  return { service, directory, browser, close };
}

/** Fails its page's test if the page threw, or broke its policy. */
export function pagesOf(
  browser: Browser,
  service: Pick<ServiceProcess, 'url'>,
): (path: string, look: Look, owner: Owner | null) => Promise<Page> {
  return async (path, look, owner) => {
    const context = await browser.newContext({
      baseURL: service.url,
      viewport: { width: look.width ?? 1_280, height: look.height ?? 800 },
      colorScheme: look.theme ?? 'light',
      locale: look.language ?? 'en',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      ...(look.forcedColors === true ? { forcedColors: 'active' } : {}),
    });
    if (owner !== null) await signIn(context, service.url, owner);
    const page = await context.newPage();
    page.setDefaultTimeout(SHOWN_MAX_MS);
    page.on('pageerror', (error) => {
      throw new Error(`the page threw: ${error.message}`, { cause: error });
    });
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) throw new Error(message.text());
    });
    const answer = await page.goto(path);
    // Else an API's error would be looked at as if it were the page.
    if (answer !== null && answer.status() >= 429) {
      throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    }
    return page;
  };
}

async function signIn(context: BrowserContext, url: string, { cookie }: Owner): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
}

async function callWith(
  service: Pick<ServiceProcess, 'url'>,
  apiKey: string,
  method: string,
  path: string,
  body: unknown,
): Promise<unknown> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}
