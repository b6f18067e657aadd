/**
 * The image built by an engine: Debian's buildah executes `examples/container/Dockerfile` as it
 * stands, in chroots. Its base need not be fetched: this machine's programs and this checkout's
 * Node replace it. Without buildah, or without root, the test only says so.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { DOCKERFILE } from '../examples/dockerfile.ts';
import { isInstalled } from '../support/program.ts';
import { ROOT } from '../tidy/tree.ts';
import { COMMIT, cleanEnvironment } from './packed.ts';

const BASE = 'docker.io/library/node:24-slim';
const CHROOT = ['--isolation', 'chroot'];
/** The programs that the steps of the Dockerfile and the npm scripts call. */
const PROGRAMS = ['sh', 'env', 'ln', 'mkdir', 'chown', 'rm', 'cp', 'id', 'ldd'];
/** Loaded by name, or by native parts of the build tools. */
const LIBRARIES = ['librt.so.1', 'libutil.so.1', 'libresolv.so.2', 'libnss_dns.so.2'];
const TOP = ['bin', 'lib', 'lib64'] as const;
const AUTHORITIES = '/etc/authorities.pem';
const NPM_CACHE = '/var/cache/npm';

test('buildah builds the image, and its service runs as its user', (t) => {
  const isRoot = process.getuid?.() === 0;
  if (!isInstalled('buildah') || !isRoot) {
    return t.diagnostic('buildah is not installed, or this user is not root: it was not built');
  }
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-engine-'));
  const buildah = (...words: readonly string[]): string => {
    const places = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
    const options = { encoding: 'utf8', stdio: 'pipe', env: cleanEnvironment() } as const;
    return execFileSync('buildah', [...places, ...words], options).trim();
  };
  t.after(() => {
    buildah('rm', '--all');
    buildah('rmi', '--all', '--force');
    rmSync(folder, { recursive: true });
  });
  makeBase(join(folder, 'base'), buildah);
  const ignored = ['--ignorefile', join(ROOT, `${DOCKERFILE}.dockerignore`)];
  const given = ['--build-arg', `RELEASE_COMMIT=${COMMIT}`, '--volume', `${cache()}:${NPM_CACHE}`];
  const how = [...CHROOT, '--network', 'host', '--pull-never', '--format', 'docker', ...ignored];
  buildah('build', ...how, ...given, '--file', join(ROOT, DOCKERFILE), '--tag', 'ringpost', ROOT);

  const { config } = JSON.parse(buildah('inspect', '--type', 'image', 'ringpost')).Docker;
  assert.deepEqual(
    [config.User, config.Entrypoint, config.Cmd, config.Volumes, config.StopSignal],
    ['node', ['ringpost'], ['start'], { '/data': {} }, 'SIGTERM'],
  );
  assert.equal(config.Healthcheck.Test[0], 'CMD');
  const container = buildah('from', '--pull-never', 'ringpost');
  const inside = (...words: readonly string[]) => buildah('run', ...CHROOT, container, ...words);
  assert.equal(inside('id', '-u'), '1000');
  assert.match(inside('ringpost', '--version'), new RegExp(`\\(${COMMIT}\\)`));
  assert.match(inside('ringpost', 'demo'), /10 of 10/);
});

type Buildah = (...words: readonly string[]) => string;

function makeBase(root: string, buildah: Buildah): void {
  for (const name of ['usr/local/bin', 'usr/local/lib', 'usr/bin', 'etc', 'root', 'tmp']) {
    mkdirSync(join(root, name), { recursive: true });
  }
  chmodSync(join(root, 'tmp'), 0o1777);
  for (const name of TOP) symlinkSync(`usr/${name}`, join(root, name));
  const programs = PROGRAMS.map((name) => [pathOf(name), `usr/bin/${name}`] as const);
  for (const [from, to] of [...programs, [process.execPath, 'usr/local/bin/node'] as const]) {
    cpSync(from, join(root, to));
    for (const library of librariesOf(from)) copyLibrary(root, library);
  }
  const beside = dirname(librariesOf(process.execPath).find((each) => /libc\.so/.test(each)) ?? '');
  for (const name of LIBRARIES) copyLibrary(root, join(beside, name));
  const npm = dirname(dirname(pathOf('npm')));
  cpSync(npm, join(root, 'usr/local/lib/npm'), { recursive: true, dereference: true });
  symlinkSync('../lib/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/data:\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities !== undefined) cpSync(realpathSync(authorities), join(root, AUTHORITIES));

  const container = buildah('from', 'scratch');
  buildah('copy', '--quiet', container, root, '/');
  const variables = [
    'PATH=/usr/local/bin:/usr/bin:/bin',
    'npm_config_prefer_offline=true',
    `npm_config_cache=${NPM_CACHE}`,
    ...(authorities === undefined ? [] : [`NODE_EXTRA_CA_CERTS=${AUTHORITIES}`]),
  ];
  buildah('config', ...variables.flatMap((each) => ['--env', each]), container);
  buildah('commit', '--quiet', container, BASE);
  buildah('rm', container);
}

/** The machine's own, not one of this checkout's `node_modules/.bin`. */
function pathOf(program: string): string {
  const words = ['-c', `command -v ${program}`];
  const found = execFileSync('sh', words, { encoding: 'utf8', env: cleanEnvironment() });
  return realpathSync(found.trim());
}

function librariesOf(program: string): readonly string[] {
  try {
    const said = execFileSync('ldd', [program], { encoding: 'utf8', stdio: 'pipe' });
    return said.match(/\/\S+/g) ?? [];
  } catch {
    // A script.
    return [];
  }
}

/** `/lib` is a link to `/usr/lib` in the base, as on Debian. */
function copyLibrary(root: string, path: string): void {
  const to = path.startsWith('/usr/') ? path : `/usr${path}`;
  cpSync(realpathSync(path), join(root, to));
}

function cache(): string {
  const words = ['config', 'get', 'cache'];
  return execFileSync('npm', words, { encoding: 'utf8', env: cleanEnvironment() }).trim();
}
