/**
 * The browser of the tests: Debian's chromium where it is installed, else the one from npm. Never
 * skipped: where neither starts, the tests fail with a sentence that says what to install.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb'];

export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const { executablePath, args } = await chromiumHere();
  try {
    return await chromium.launch({ executablePath, args: [...FLAGS, ...flags, ...args] });
  } catch (cause) {
    const advice = 'Install one with `apt-get install chromium`, or run `npm ci` again.';
    throw new Error(`No browser for the tests starts here (${executablePath}). ${advice}`, {
      cause,
    });
  }
}

async function chromiumHere(): Promise<{ executablePath: string; args: readonly string[] }> {
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return { executablePath: installed, args: [] };
  // It unpacks the libraries that a bare Debian lacks only when it believes to be there.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: packed } = await import('@sparticuz/chromium');
  return { executablePath: await packed.executablePath(), args: packed.args };
}
