/**
 * `npm run build`, and `npm pack` through `prepack`: what is made ahead of time. The dashboard, the
 * receiver package, and in `dist/` the service as JavaScript, because Node strips no types below
 * node_modules. `dist/` keeps the paths of the repository, so that what is read at run time is
 * found at the same place from the source and from the package. Never leaves a half-built folder.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { buildDashboard, dashboardState } from '../dashboard/build/dashboard.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
/** Read at run time, and not made by the compiler. */
const FILES = ['sql', 'dashboard/dist', 'examples/demo/**/*.json'];
/** The compiler renames imports; this is how the code names its workers and other programs. */
const PROGRAM = /new URL\('([^']+)\.ts', import\.meta\.url\)/g;

if (dashboardState() !== 'current') buildDashboard();
process.stdout.write('dashboard/dist is built.\n');
buildReceiver();
process.stdout.write('receiver/dist is built.\n');
buildService();
process.stdout.write('dist is built.\n');

function buildReceiver(): void {
  for (const folder of ['receiver', 'receiver/client']) {
    rmSync(join(ROOT, folder, 'dist'), { recursive: true, force: true });
    compile(folder);
  }
}

function buildService(): void {
  // Two builds at the same time each fill a folder of their own; the last one stays.
  const fresh = `${DIST}-${process.pid}`;
  try {
    compile('.ci/build.tsconfig.json', '--outDir', fresh);
    renamePrograms(fresh);
    for (const path of globSync(FILES, { cwd: ROOT })) {
      cpSync(join(ROOT, path), join(fresh, path), { recursive: true });
    }
    writeFileSync(join(fresh, 'package.json'), `${JSON.stringify(about(), null, 2)}\n`);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(fresh, DIST);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function compile(project: string, ...more: string[]): void {
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', project, ...more], {
    cwd: ROOT,
    stdio: 'inherit',
  });
}

/** Throws if a program that the code names was not compiled: only its run would miss it. */
function renamePrograms(folder: string): void {
  for (const path of globSync('**/*.js', { cwd: folder })) {
    const file = join(folder, path);
    const code = readFileSync(file, 'utf8');
    const renamed = code.replace(PROGRAM, (_, name: string) => {
      const program = `${name}.js`;
      if (!existsSync(join(dirname(file), program))) throw new Error(`${path} needs ${program}`);
      return `new URL('${program}', import.meta.url)`;
    });
    if (renamed !== code) writeFileSync(file, renamed);
  }
}

/** What `ringpost --version` says. The manifest of the package itself lies above. */
function about(): object {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const commit = commitOfTree();
  return { version, ...(commit === null ? {} : { commit }), type: 'module' };
}

/** `RELEASE_COMMIT` names it where git cannot, as in the build of an image. */
function commitOfTree(): string | null {
  const given = process.env.RELEASE_COMMIT ?? '';
  if (given !== '') return given.slice(0, 12);
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short=12', 'HEAD')}${isChanged ? ', changed' : ''}`;
  } catch {
    return null;
  }
}
