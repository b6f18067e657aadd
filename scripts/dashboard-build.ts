/**
 * Builds the dashboard into `dashboard/dist`, with a compressed copy of each file beside it: to
 * compress on every request made the first paint slower. The digest of what it was built from is
 * kept with it, so that a start builds only after a change. Never leaves a half-built folder.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const DASHBOARD = join(ROOT, 'dashboard');
const DIST = join(DASHBOARD, 'dist');
const DIGEST_FILE = join(DIST, '.built-from');

/** The schemas count, for the dashboard takes its types from them; the lock, for its packages. */
const SOURCES = [
  'dashboard/{src,public}/**/*.*',
  'dashboard/*.{html,ts,json}',
  'src/http/schema/*.ts',
  'package-lock.json',
];
const COMPRESSED = '**/*.{js,css,html,svg}';
const COMPRESS_BYTES_MIN = 1_024;

export type DashboardState = 'current' | 'outdated' | 'missing';

export function dashboardState(): DashboardState {
  if (!existsSync(join(DIST, 'index.html'))) return 'missing';
  const builtFrom = existsSync(DIGEST_FILE) ? readFileSync(DIGEST_FILE, 'utf8').trim() : '';
  return builtFrom === digest() ? 'current' : 'outdated';
}

/** Rejects with `ERR_MODULE_NOT_FOUND` where the development packages are not installed. */
export async function buildDashboard(): Promise<void> {
  const builtFrom = digest();
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  // Two starts at the same time each build a folder of their own; the last one stays.
  const fresh = `${DIST}-${process.pid}`;
  try {
    await build({
      root: DASHBOARD,
      configFile: join(DASHBOARD, 'vite.config.ts'),
      mode: 'production',
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    });
    compress(fresh);
    writeFileSync(join(fresh, '.built-from'), `${builtFrom}\n`);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(fresh, DIST);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function digest(): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: ROOT }).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function compress(folder: string): void {
  for (const path of globSync(COMPRESSED, { cwd: folder })) {
    const file = join(folder, path);
    const content = readFileSync(file);
    if (content.length < COMPRESS_BYTES_MIN) continue;
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content));
  }
}
