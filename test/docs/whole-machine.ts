/**
 * A machine to try a guide on: a copy of this one's file system in memory, with its own processes
 * and network, in which a test is root. systemd does not run there: a small program replaces
 * `systemctl` and starts what a unit says, as its user, without its other restrictions.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { TestContext } from 'node:test';

const READY = 'the machine is ready';
/** For one block of commands. */
const TIMEOUT_MS = 180_000;
const ISOLATED = ['--mount', '--pid', '--net', '--fork', '--kill-child', 'bash', '-c'];
/** The home of the machine's user, where commands are run. */
export const HOME = '/root';

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Mounted in $PLACE, which is empty. Writes go to memory, and are gone with the process. */
const MACHINE = `
set -eu
mount --make-rprivate /
mount -t tmpfs -o size=3g tmpfs "$PLACE"
mkdir "$PLACE/upper" "$PLACE/work" "$PLACE/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$PLACE/upper,workdir=$PLACE/work" "$PLACE/root"
cd "$PLACE/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs tmpfs run
for each in opt/ringpost etc/ringpost var/lib/ringpost var/backups/ringpost; do rm -rf "$each"; done
ip link set lo up
echo '${READY}'
exec sleep infinity
`;

/** start, restart, stop, reload of a service; `enable --now` starts, a timer needs its file. */
const SYSTEMCTL = `#!/bin/bash
set -eu
verb=$1; shift
[ "$verb" != daemon-reload ] || exit 0
now=no
for word in "$@"; do case $word in --now) now=yes ;; *) name=$word ;; esac; done
[ "$name" = nginx ] && { nginx -s reload 2>/dev/null || nginx; exit; }
case $name in *.*) ;; *) name=$name.service ;; esac
unit=/etc/systemd/system/$name
[ -f "$unit" ] || { echo "Unit $name not found." >&2; exit 5; }
case $name in *.timer) [ -f "\${unit%.timer}.service" ]; exit ;; esac
value() { sed -e ':a' -e '/\\\\$/{N;s/\\\\\\n//;ba' -e '}' "$unit" | sed -n "s/^$1=//p"; }
pid=/run/$name.pid
stop() {
  [ -f "$pid" ] || return 0
  kill "$(cat "$pid")"
  # Ended, even if no parent has asked how.
  while grep -q '^State:[[:space:]]*[^Z[:space:]]' "/proc/$(cat "$pid")/status"; do
    sleep 0.1
  done 2> /dev/null
  rm -f "$pid"
}
start() {
  cd "$(value WorkingDirectory)"
  umask "$(value UMask | grep . || echo 022)"
  set -- env -i "PATH=$PATH" $(value Environment) $(value ExecStart)
  set -- runuser -u "$(value User)" -- "$@"
  if [ "$(value Type)" = oneshot ]; then "$@"; else
    setsid "$@" > "/var/log/$name.log" 2>&1 & echo $! > "$pid"
  fi
}
case $verb in
  enable) [ $now = no ] || start ;;
  start) start ;;
  stop) stop ;;
  restart) stop; start ;;
esac
`;

export interface Machine {
  /** Writes a file, with its folders. */
  write(path: string, text: string | Buffer, mode?: number): void;
  /**
   * Returns the output; throws with it if a command fails. `online`: on this machine's network,
   * where a package registry is.
   */
  run(commands: string, environment?: Readonly<Record<string, string>>, online?: boolean): string;
}

/** Whether this user may have such a machine: root with overlays and a network of its own. */
export function canHaveMachine(): boolean {
  try {
    const place = mkdtempSync(`${tmpdir()}/ringpost-machine-`);
    try {
      execFileSync('unshare', [...ISOLATED, MACHINE.replace('exec sleep infinity', '')], {
        env: { PATH: SYSTEM_PATH, PLACE: place },
        stdio: 'ignore',
      });
      return true;
    } finally {
      rmSync(place, { recursive: true });
    }
  } catch {
    return false;
  }
}

export async function startMachine(t: TestContext): Promise<Machine> {
  const place = mkdtempSync(`${tmpdir()}/ringpost-machine-`);
  // It ends with this process, however this process ends.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...ISOLATED, MACHINE], {
    env: { PATH: SYSTEM_PATH, PLACE: place },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    rmSync(place, { recursive: true });
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`))),
  ]);
  const target = String(firstProcess(child));
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const inside = (words: readonly string[], input: string | Buffer, online: boolean): string => {
    const network = online ? [] : ['--net'];
    const enter = ['--target', target, '--mount', '--pid', ...network];
    return execFileSync('nsenter', [...enter, 'chroot', `${place}/root`, 'env', '-i', ...words], {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    });
  };
  const machine: Machine = {
    write: (path, text, mode = 0o644) => {
      const line = 'mkdir -p "$(dirname "$0")" && cat > "$0" && chmod "$1" "$0"';
      inside([`PATH=${SYSTEM_PATH}`, 'sh', '-c', line, path, mode.toString(8)], text, false);
    },
    run: (commands, environment = {}, online = false) => {
      const settings = Object.entries({
        HOME,
        PATH: `${SYSTEM_PATH}:${dirname(npm)}`,
        npm_config_prefer_offline: 'true',
        ...environment,
      }).map(([name, value]) => `${name}=${value}`);
      const script = `cd ${HOME}\nset -eu\n${commands}`;
      return inside([...settings, 'bash', '-c', `exec 2>&1\n${script}`], '', online);
    },
  };
  machine.write('/usr/local/sbin/systemctl', SYSTEMCTL, 0o755);
  return machine;
}

function firstProcess({ pid = 0 }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}
