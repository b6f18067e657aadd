/**
 * The Chromium from npm, unpacked once per version below node_modules/.cache with the libraries and
 * the font it needs. The package would unpack to fixed names in the temporary folder, where a
 * second test file finds half of a program, and its flag `--single-process` ends the browser with
 * the first page that is closed. So only the package's files are used.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const UNPACK = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url));

/** Unpacking takes four seconds on an idle machine. */
const UNPACK_MAX_MS = 120_000;

export interface ChromiumProgram {
  readonly executablePath: string;
  /** The environment that it needs. */
  readonly env: Readonly<Record<string, string>>;
}

export async function packedChromium(): Promise<ChromiumProgram> {
  const cache = join(MODULES, '.cache');
  const folder = join(cache, `ringpost-chromium-${await packedVersion()}`);
  if (!existsSync(folder)) await unpackInto(folder, cache);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: folder },
  };
}

async function packedVersion(): Promise<string> {
  const text = await readFile(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8');
  return String(Object(JSON.parse(text)).version);
}

/**
 * Unpacked beside its place and then renamed, so that a process that sees the folder sees all of
 * it.
 */
async function unpackInto(folder: string, cache: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(join(cache, 'unpacking-'));
  try {
    await promisify(execFile)(process.execPath, [UNPACK], {
      // It unpacks the libraries that a bare Debian lacks only if it believes to run there.
      env: { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
      timeout: UNPACK_MAX_MS,
    });
    await writeFile(join(fresh, 'fonts.conf'), fontsAt(folder));
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** The font of the package, and the machine's fonts for other scripts, such as Japanese. */
function fontsAt(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
