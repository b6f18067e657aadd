/**
 * The image without an engine: the steps of `examples/container/Dockerfile` executed on this
 * machine, whose programs replace those of the base. A container is a process with its own mounts
 * and process numbers, on a read-only root, as the image's user without any right.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { all, listOf, stages } from '../examples/dockerfile.ts';
import { ROOT } from '../tidy/tree.ts';
import { COMMIT, cleanEnvironment } from './packed.ts';

const [build, packages, image] = stages();
const WORK = 'opt/ringpost';
const READY = /ringpost ready on (http:\/\/[^\s,]+)/;
/** The directories that `**` in the ignore file excludes. */
const IGNORED = new Set(['node_modules', 'dist']);
const BASE_USERS = 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/data:/bin/sh\n';

/** Runs as root in new mounts: makes the root of a container, then becomes the command. */
const CONTAINER = `
set -eu
mount --make-rprivate /
mount --bind "$IMAGE" "$IMAGE"
for each in bin sbin lib lib64 usr; do
  if [ -e "/$each" ]; then
    mkdir -p "$IMAGE/$each"
    mount --bind "/$each" "$IMAGE/$each"
    mount -o remount,bind,ro "$IMAGE/$each"
  fi
done
mount --bind "$PROGRAMS" "$IMAGE/usr/local/bin"
mkdir -p "$IMAGE/dev" "$IMAGE/proc" "$IMAGE/tmp"
mount --rbind /dev "$IMAGE/dev"
mount -t proc proc "$IMAGE/proc"
mount -t tmpfs tmpfs "$IMAGE/tmp"
if [ ! -e "$IMAGE/data" ]; then chroot "$IMAGE" sh -c "$STEP"; fi
mkdir -p "$VOLUME"
chown --reference="$IMAGE/data" "$VOLUME"
mount --bind "$VOLUME" "$IMAGE/data"
mount -o remount,bind,ro "$IMAGE/usr/local/bin"
mount -o remount,bind,ro "$IMAGE"
exec chroot "$IMAGE" setpriv --reuid=node --regid=node --clear-groups --bounding-set=-all \\
  --inh-caps=-all --no-new-privs env -i PATH=/usr/local/bin:/usr/bin:/bin "$@"
`;

export interface NativeImage {
  /** `command` replaces the image's; `volume`: the folder behind /data. */
  run(
    volume: string,
    environment: Readonly<Record<string, string>>,
    command?: readonly string[],
  ): Container;
}

export interface Container {
  /** Resolves with its address when it says that it is ready. */
  readonly ready: Promise<string>;
  output(): string;
  /** The number of process 1, as this machine counts. */
  pid(): number;
  /** Runs in its mounts, as its user or as another one; throws if it fails. */
  inside(command: readonly string[], user?: number): string;
  /** Sends SIGTERM to process 1; resolves with the exit code. */
  stop(): Promise<number | null>;
  kill(): void;
}

/** Whether this machine lets a process have mounts of its own, which needs root. */
export function canRunNatively(): boolean {
  try {
    const words = ['--mount', '--pid', '--fork', 'setpriv', '--version'];
    execFileSync('unshare', words, { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
}

/** Executes the stages below this folder. */
export function makeImage(folder: string): NativeImage {
  const built = stage(folder, 'build', build);
  // The tools of this checkout replace those that its first step installs.
  symlinkSync(join(ROOT, 'node_modules'), join(built, 'node_modules'));
  shell(built, all(build, 'RUN').at(-1) ?? '', { RELEASE_COMMIT: COMMIT });
  const installed = stage(folder, 'packages', packages);
  shell(installed, all(packages, 'RUN').join(' && '), { npm_config_prefer_offline: 'true' });

  const root = join(folder, 'image');
  for (const words of all(image, 'COPY')) {
    const [from = '', source = '', to = ''] = words.split(' ');
    const name = from.replace('--from=', '');
    const target = to.endsWith('/') ? join(to, basename(source)) : to;
    cpSync(join(folder, name, source), join(root, target), { recursive: true });
  }
  mkdirSync(join(root, 'etc'));
  writeFileSync(join(root, 'etc/passwd'), BASE_USERS);
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  copyFileSync('/etc/hosts', join(root, 'etc/hosts'));
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  copyFileSync(process.execPath, join(programs, 'node'));
  const given = { IMAGE: root, PROGRAMS: programs, STEP: all(image, 'RUN').join(' && ') };
  return {
    run: (volume, environment, command = listOf(image, 'CMD')) => {
      const fixed = all(image, 'ENV').join(' ').split(' ');
      const own = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      const words = [...fixed, ...own, ...listOf(image, 'ENTRYPOINT'), ...command];
      return start({ ...given, VOLUME: volume }, words);
    },
  };
}

/** The command of the health check, as an engine runs it in the container. */
export function healthCheck(): readonly string[] {
  return listOf(image, 'HEALTHCHECK');
}

function stage(folder: string, name: string, from: typeof build): string {
  const directory = join(folder, name, WORK);
  for (const words of all(from, 'COPY')) {
    const paths = words.split(' ');
    const to = paths.pop() ?? '';
    for (const path of paths) {
      const target = to.endsWith('/') ? join(to, basename(path)) : to;
      cpSync(join(ROOT, path), join(directory, target), {
        recursive: true,
        filter: (each) => !IGNORED.has(basename(each)),
      });
    }
  }
  return directory;
}

function shell(directory: string, line: string, more: Readonly<Record<string, string>>): void {
  const env = { ...cleanEnvironment(), ...more };
  execFileSync('sh', ['-ec', line], { cwd: directory, env, stdio: 'pipe' });
}

function start(given: Readonly<Record<string, string>>, words: readonly string[]): Container {
  const flags = ['--mount', '--pid', '--fork'];
  const child = spawn('unshare', [...flags, 'bash', '-c', CONTAINER, 'container', ...words], {
    env: { PATH: process.env.PATH, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close').then(([code]) => code);
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = READY.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then((code) => reject(new Error(`the container ended with ${code}:\n${output}`)));
  });
  ready.catch(() => {});
  const pid = (): number => firstProcess(child);
  return {
    ready,
    output: () => output,
    pid,
    inside: (command, user = 1_000) => {
      const target = ['--target', String(pid()), '--mount', '--pid', '--root', '--wd'];
      const as = ['--setuid', String(user), '--setgid', String(user), '--', 'env', '-i'];
      const settings = words.filter((word) => /^\w+=/.test(word));
      const path = 'PATH=/usr/local/bin:/usr/bin:/bin';
      return execFileSync('nsenter', [...target, ...as, ...settings, path, ...command], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    },
    stop: () => {
      process.kill(pid(), 'SIGTERM');
      return ended;
    },
    // It has changed its user, and so does not end with its parent.
    kill: () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(pid(), 'SIGKILL');
    },
  };
}

function firstProcess({ pid = 0 }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}
