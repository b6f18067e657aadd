/**
 * The version of the service from its package file: used in `user-agent`, the OpenAPI document and
 * `--version`. Only this file reads the package file. A package names the commit that it was built
 * from; in a checkout git is asked, and only by `--version`.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

const GIT_MS_MAX = 2_000;

/** The build of a package adds the commit. */
const built: { readonly version: string; readonly commit?: string } = manifest;

export const VERSION = built.version;

/** `0.1.0 (1a2b3c4d5e6f)`; the version alone if nothing here knows the commit. */
export function versionAndCommit(): string {
  const commit = built.commit ?? commitOfCheckout();
  return commit === null ? VERSION : `${VERSION} (${commit})`;
}

/** Null without git, and in a copy that is no repository itself but may lie in another one. */
function commitOfCheckout(): string | null {
  const root = join(import.meta.dirname, '../..');
  const args = ['--git-dir', join(root, '.git'), 'rev-parse', '--short=12', 'HEAD'];
  try {
    const options = { encoding: 'utf8', timeout: GIT_MS_MAX, stdio: 'pipe' } as const;
    return execFileSync('git', args, options).trim();
  } catch {
    return null;
  }
}
