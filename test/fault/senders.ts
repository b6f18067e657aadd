/**
 * Finds the process that opened a connection: the kernel's table says which socket has its port,
 * and the open files of each process which sockets it has. Many are looked up at once, at the
 * latest just before a process is ended, so that the receiver is kept from reading as little as
 * possible. Linux only, as is the database of these runs.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * A connection that no process has any more, before any process ended. The first API process has
 * this number too, but sends nothing.
 */
export const UNKNOWN_LIFE = 0;

/** Short enough that hardly any connection is closed by then. */
const LOOK_MS = 50;

export class Senders {
  readonly #pids: ReadonlyMap<number, number>;
  readonly #lives: number[] = [];
  readonly #gone = new Set<number>();
  /** Remote port to the number of its connection. */
  #unknown = new Map<number, number>();
  /** The process that ended last: an arrival without a process belongs to this one. */
  #ended = UNKNOWN_LIFE;
  #timer: NodeJS.Timeout | null = null;

  /** `pids`: the number of each process to its pid. */
  constructor(pids: ReadonlyMap<number, number>) {
    this.#pids = pids;
  }

  /** Returns a number for the connection; `lifeOf` takes it when the run is over. */
  note(remotePort: number): number {
    const connection = this.#lives.push(UNKNOWN_LIFE) - 1;
    this.#unknown.set(remotePort, connection);
    this.#timer ??= setTimeout(() => this.look(), LOOK_MS);
    return connection;
  }

  look(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#unknown.size === 0) return;
    for (const connection of this.#unknown.values()) {
      this.#lives[connection] = this.#ended;
      this.#gone.add(connection);
    }
    const sockets = socketsAt(this.#unknown);
    this.#unknown = new Map();
    for (const [life, pid] of this.#pids) {
      for (const file of filesOf(pid)) {
        const connection = sockets.get(file);
        if (connection === undefined) continue;
        this.#lives[connection] = life;
        this.#gone.delete(connection);
      }
    }
  }

  /** Call it just before a process ends: connections not found from now on count as its own. */
  ends(life: number): void {
    this.look();
    this.#ended = life;
  }

  /** The process that opened the connection; `UNKNOWN_LIFE` if it is unknown. */
  lifeOf(connection: number): number {
    return this.#lives[connection] ?? UNKNOWN_LIFE;
  }

  /** Whether no process had the connection any more: its process had ended, or had given up. */
  wasGone(connection: number): boolean {
    return this.#gone.has(connection);
  }
}

const ADDRESS_COLUMN = 1;
const INODE_COLUMN = 9;

/** Socket links such as those in `/proc/PID/fd`, each with what its port maps to. */
function socketsAt(ports: ReadonlyMap<number, number>): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    const columns = line.trim().split(/\s+/);
    const port = Number.parseInt(columns[ADDRESS_COLUMN]?.split(':')[1] ?? '', 16);
    const connection = ports.get(port);
    if (connection !== undefined) found.set(`socket:[${columns[INODE_COLUMN]}]`, connection);
  }
  return found;
}

function filesOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((name) => linkOf(`${folder}/${name}`) ?? []);
  } catch {
    // The process is gone.
    return [];
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    // Closed meanwhile.
    return null;
  }
}
