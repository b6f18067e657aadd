/**
 * Builds the dashboard into `dashboard/dist`, with a compressed copy of each file beside it: to
 * compress on every request made the first paint slower. The digest of what it was built from is
 * kept with it, so that a start builds only after a change. Never leaves a half-built folder.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { budgetFaults, weighBuild } from './budget.ts';
import { writePageFiles } from './page-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const DASHBOARD = join(ROOT, 'dashboard');
const DIST = join(DASHBOARD, 'dist');
const DIGEST_FILE = join(DIST, '.built-from');

/**
 * The lock counts for the packages. Constants come from the core. The service's schemas do not
 * count: only types come from them.
 */
const SOURCES = [
  'dashboard/{src,public}/**/*.*',
  'dashboard/*.{html,ts,json}',
  'src/core/**/*.ts',
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

/** Throws `MODULE_NOT_FOUND` where the development packages are not installed. */
export function buildDashboard(): void {
  const vite = viteCommand();
  const builtFrom = digest();
  // Two starts at the same time each build a folder of their own; the last one stays.
  const fresh = `${DIST}-${process.pid}`;
  try {
    execFileSync(
      process.execPath,
      [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
      { cwd: DASHBOARD, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
    );
    assertBudget(fresh);
    writePageFiles(fresh, join(DASHBOARD, 'src'));
    compress(fresh);
    writeFileSync(join(fresh, '.built-from'), `${builtFrom}\n`);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(fresh, DIST);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** A page that is too heavy is not served: what grew must be loaded later, or go. */
function assertBudget(folder: string): void {
  const faults = budgetFaults(weighBuild(folder));
  if (faults.length > 0) {
    throw new Error(`The dashboard is over its budget. ${faults.join('; ')}.`);
  }
}

/** The dashboard owns Vite, wherever npm has put it. */
function viteCommand(): string {
  const manifest = createRequire(join(DASHBOARD, 'package.json')).resolve('vite/package.json');
  return join(dirname(manifest), 'bin/vite.js');
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
