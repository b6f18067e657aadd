/**
 * `npx node .ci/release.ts [FOLDER]`: makes a release of this commit in a folder (`dist-release`):
 * the packages, a bill of materials, the text of the changelog and the checksums of all; then the
 * tag. Nothing is published and nothing leaves this machine. If something is against it, it says
 * all of it and does nothing. Exit codes: 0 made, 1 not made.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { faultsOf, type Manifest, sectionOf } from './release-checks.ts';
import { billOfMaterials } from './sbom.ts';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = ['.', 'receiver', 'receiver/client'];

process.exitCode = release(resolve(process.argv[2] ?? join(ROOT, 'dist-release')));

function release(folder: string): number {
  const manifests = PACKAGES.map((path) => manifestOf(path));
  const [{ version } = { version: '' }] = manifests;
  const tag = `v${version}`;
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const changed = git('status', '--porcelain').split('\n').filter(Boolean);
  const commit = git('rev-parse', 'HEAD');
  const faults = [
    ...faultsOf(
      manifests,
      changelog,
      changed.map((line) => line.slice(3)),
    ),
    ...tagFaults(tag, commit),
    ...(existsSync(folder) ? [`${folder} is there already: remove it or name another.`] : []),
  ];
  if (faults.length > 0) {
    for (const fault of faults) process.stderr.write(`release: ${fault}\n`);
    return 1;
  }
  try {
    make(folder, sectionOf(changelog, version) ?? '');
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    process.stderr.write(`release: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  if (tagged(tag) === null) git('tag', '--annotate', '--message', `Ringpost ${version}`, tag);
  for (const name of readdirSync(folder)) process.stdout.write(`${join(folder, name)}\n`);
  process.stdout.write(`${tag} is ${commit.slice(0, 12)}. Nothing was published.\n`);
  return 0;
}

function make(folder: string, notes: string): void {
  mkdirSync(folder, { recursive: true });
  for (const path of PACKAGES) {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: join(ROOT, path),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const bill = JSON.stringify(billOfMaterials(lockfile), null, 2);
  writeFileSync(join(folder, 'sbom.cdx.json'), `${bill}\n`);
  writeFileSync(join(folder, 'CHANGES.md'), `${notes}\n`);
  const sums = readdirSync(folder)
    .sort()
    .map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
}

/** A tag that stands is kept, so that a release can be made once more of the same commit. */
function tagFaults(tag: string, commit: string): readonly string[] {
  const there = tagged(tag);
  if (there === null || there === commit) return [];
  return [`${tag} is the tag of ${there.slice(0, 12)}: a release has a version of its own.`];
}

function tagged(tag: string): string | null {
  if (git('tag', '--list', tag) === '') return null;
  return git('rev-parse', `${tag}^{commit}`);
}

function manifestOf(path: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trimEnd();
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
