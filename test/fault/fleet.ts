/**
 * The processes of one run: those with the role `api` and those with the role `worker`, each with a
 * number of its own for its whole life. Starts them as a user would, kills, pauses and stops them,
 * and records each disturbance with its time.
 */
import { join } from 'node:path';
import { pause } from '../crash/pause.ts';
import { freePort } from '../support/free-port.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import type { Disturbance } from './disturbance.ts';
import { Senders } from './senders.ts';

export type Role = 'api' | 'worker';

export interface Member {
  readonly life: number;
  readonly role: Role;
  readonly service: ServiceProcess;
}

export interface FleetOptions {
  readonly directory: string;
  /** The URL of the database for the process with this number. */
  readonly databaseUrl: (life: number) => string | Promise<string>;
  /** Another copy of `src/main.js`, such as one with a planted fault. */
  readonly main?: string;
}

const MASTER_KEY = Buffer.alloc(32, 'ringpost-fault-runs').toString('base64');

export class Fleet {
  readonly #options: FleetOptions;
  readonly #members = new Set<Member>();
  readonly disturbances: Disturbance[] = [];
  /** The pid of every process ever started, to attribute connections. */
  readonly pids = new Map<number, number>();
  readonly senders = new Senders(this.pids);
  #lives = 0;
  #turn = 0;

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  of(role: Role): readonly Member[] {
    return [...this.#members].filter((member) => member.role === role);
  }

  /**
   * `port`: the port of an API that is restarted. Without it the process gets one that the system
   * gives to no other program by itself, because reports are sent to an API that has ended.
   */
  async start(role: Role, port?: number): Promise<Member> {
    const { directory, databaseUrl, main } = this.#options;
    this.#lives += 1;
    const life = this.#lives;
    const service = await startService({
      directory: join(directory, `${role}-${life}`),
      port: port ?? (await freePort()),
      ...(main !== undefined && { main }),
      ownGroup: true,
      onLine: (line) => this.#heard(life, line),
      environment: {
        RINGPOST_DATABASE_URL: await databaseUrl(life),
        RINGPOST_ROLES: role,
        RINGPOST_MASTER_KEY: MASTER_KEY,
      },
    });
    const member = { life, role, service };
    this.#members.add(member);
    this.pids.set(life, service.pid);
    return member;
  }

  /** The next API in turn, for each try of a report. */
  apiUrl(): string {
    const apis = this.of('api');
    this.#turn += 1;
    return apis[this.#turn % apis.length]?.service.url ?? 'http://127.0.0.1:9';
  }

  async kill(member: Member): Promise<void> {
    this.senders.ends(member.life);
    const atMs = performance.now();
    this.disturbances.push({ what: 'kill', life: member.life, fromMs: atMs, toMs: atMs });
    this.#members.delete(member);
    await member.service.kill();
  }

  /** A graceful stop is no disturbance: after it no delivery may be repeated. */
  async stop(member: Member): Promise<void> {
    this.senders.ends(member.life);
    const code = await member.service.stop();
    this.#members.delete(member);
    if (code !== 0) throw new Error(`a stop ended with ${code}:\n${member.service.output()}`);
  }

  async pause(member: Member, forMs: number): Promise<void> {
    const { life, service } = member;
    const fromMs = performance.now();
    process.kill(service.pid, 'SIGSTOP');
    await pause(forMs);
    process.kill(service.pid, 'SIGCONT');
    this.disturbances.push({ what: 'pause', life, fromMs, toMs: performance.now() });
  }

  /** Records that the database, or the way to it, was away: for all processes or for one. */
  async outage<Value>(during: () => Promise<Value>, life: number | null = null): Promise<Value> {
    const fromMs = performance.now();
    try {
      return await during();
    } finally {
      this.disturbances.push({ what: 'outage', life, fromMs, toMs: performance.now() });
    }
  }

  /** Processes that ended without an order, with their output. */
  dead(): readonly string[] {
    return [...this.#members].flatMap(({ life, role, service }) => {
      try {
        process.kill(service.pid, 0);
        return [];
      } catch {
        return [`${role} ${life} ended by itself:\n${service.output().slice(-1_000)}`];
      }
    });
  }

  /** A worker logs it if its lease ran out before it was renewed. */
  #heard(life: number, line: string): void {
    if (!line.includes('"lease.lapsed"')) return;
    const atMs = performance.now();
    this.disturbances.push({ what: 'lapse', life, fromMs: atMs, toMs: atMs });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#members].map(({ service }) => service.kill()));
  }
}
