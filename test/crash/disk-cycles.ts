/**
 * A disk that is full again and again under the real process, on a small file system in memory,
 * which only root may mount. While it is full every report is refused with 503, STORAGE_FULL and
 * Retry-After; when space returns the same process goes on, and what was in flight is settled.
 * Judged like the kill loop, but nothing dies here, so nothing may be delivered twice.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stream } from '../../sim/script/random.ts';
import { API_KEY, callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { judge } from './judge.ts';
import type { Acknowledged } from './load.ts';
import { type Endpoints, makeEndpoints } from './operator.ts';
import { pause } from './pause.ts';
import { type RecordingReceiver, startRecordingReceiver } from './recording-receiver.ts';
import { drained } from './rest.ts';
import type { Verdict } from './verdict.ts';

export interface DiskRun extends Verdict {
  readonly cycles: number;
  readonly acknowledged: number;
  /** How often it answered 503 with STORAGE_FULL. */
  readonly refusals: number;
  readonly open: number;
}

const DISK_BYTES = 128 * 1024 * 1024;
const ROOM_BYTES = { min: 128 * 1024, max: 1024 * 1024 };
const BATCHES = [40, 10, 1];
/** Reports tried while the disk is full: one that happens to fit is accepted, and owed. */
const TRIES_WHILE_FULL = 5;
const TRIES_MAX = 10_000;
const RECOVERY_MS_MAX = 10_000;
const DRAIN_MS_MAX = 120_000;
const TRIGGERS = ['OUTBOUND_CALL_BUSY', 'CALL_LOG_CREATED'];

/** Only root may mount; CI is root. */
export function mayMount(): boolean {
  return process.getuid?.() === 0;
}

export async function runDiskCycles(options: {
  readonly cycles: number;
  readonly seed: number;
  readonly say: (line: string) => void;
  /** Called before each cycle; true ends the load, then the run drains and judges. */
  readonly isOver?: () => boolean;
  readonly ownGroup?: boolean;
}): Promise<DiskRun> {
  const chance = new Stream(options.seed, 'disk');
  const disk = mkdtempSync(join(tmpdir(), 'ringpost-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk]);
  const receiver = await startRecordingReceiver(new Stream(options.seed, 'receivers'), () => 1);
  let service: ServiceProcess | null = null;
  try {
    service = await startService({
      directory: join(disk, 'data'),
      ownGroup: options.ownGroup ?? false,
    });
    const endpoints = await makeEndpoints(service.url, receiver);
    const run = new Cycles(service.url, join(disk, 'ballast'), chance);
    for (let cycle = 1; cycle <= options.cycles && options.isOver?.() !== true; cycle += 1) {
      await run.cycle();
      options.say(`cycle ${cycle}/${options.cycles}, ${run.acknowledged.length} acknowledged`);
    }
    await receiver.heal();
    // Enabling ends the hold that the dead receiver caused.
    await callApi(service, 'POST', `/v1/endpoints/${endpoints.get('/dead')}/enable`, {
      held: 'send',
    });
    const open = await drained(service.url, DRAIN_MS_MAX);
    return { ...(await judged(run, receiver, endpoints, service.url)), open };
  } finally {
    await service?.kill();
    await receiver.close();
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  }
}

async function judged(
  run: Cycles,
  receiver: RecordingReceiver,
  endpoints: Endpoints,
  url: string,
): Promise<Omit<DiskRun, 'open'>> {
  const verdict = await judge({
    url,
    acknowledged: run.acknowledged,
    refused: run.wrong,
    arrivals: receiver.arrivals,
    endpoints,
    killed: new Set(),
    freezes: [],
  });
  const { cycles, refusals } = run;
  return { ...verdict, cycles, acknowledged: run.acknowledged.length, refusals };
}

class Cycles {
  readonly #url: string;
  readonly #ballast: string;
  readonly #chance: Stream;
  readonly acknowledged: Acknowledged[] = [];
  /** Answers that are wrong while the disk is full, as sentences. */
  readonly wrong: string[] = [];
  cycles = 0;
  refusals = 0;
  #calls = 0;

  constructor(url: string, ballast: string, chance: Stream) {
    this.#url = url;
    this.#ballast = ballast;
    this.#chance = chance;
  }

  async cycle(): Promise<void> {
    this.#leaveRoom(this.#chance.between(ROOM_BYTES.min, ROOM_BYTES.max));
    await this.#fill();
    for (let again = 0; again < TRIES_WHILE_FULL; again += 1) await this.#report(1);
    rmSync(this.#ballast);
    await this.#recovered();
    this.cycles += 1;
  }

  #leaveRoom(bytes: number): void {
    const { bsize, bavail } = statfsSync(join(this.#ballast, '..'));
    try {
      writeFileSync(this.#ballast, Buffer.alloc(Math.max(0, bsize * bavail - bytes)));
    } catch (error) {
      // The service wrote meanwhile, so the disk is full by now.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }

  /** Sends smaller and smaller batches until not even one report fits. */
  async #fill(): Promise<void> {
    for (const count of BATCHES) {
      let tries = 0;
      while (await this.#report(count)) {
        tries += 1;
        if (tries > TRIES_MAX) throw new Error('the disk is never full');
      }
    }
  }

  async #recovered(): Promise<void> {
    const deadline = performance.now() + RECOVERY_MS_MAX;
    while (!(await this.#report(1))) {
      if (performance.now() > deadline) throw new Error('space is back, but nothing is taken');
      await pause(50);
    }
    const ready = await fetch(`${this.#url}/readyz`);
    if (ready.status !== 200) this.wrong.push(`readyz says ${ready.status} with space`);
  }

  /** True if the reports were accepted. */
  async #report(count: number): Promise<boolean> {
    const reports = Array.from({ length: count }, () => {
      this.#calls += 1;
      const callId = `call-${this.#calls}`;
      return { callId, reportId: callId, direction: 'OUTBOUND', status: 'BUSY' };
    });
    const response = await fetch(`${this.#url}/v1/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reports }),
    });
    const body = (await response.json()) as { readonly code?: string };
    if (response.status === 202) {
      this.acknowledged.push(...reports.map((each) => ({ ...each, triggers: TRIGGERS })));
      return true;
    }
    this.refusals += 1;
    const after = response.headers.get('retry-after');
    if (response.status !== 503 || body.code !== 'STORAGE_FULL' || !(Number(after) >= 1)) {
      this.wrong.push(`${response.status} ${body.code}, retry-after ${after}`);
    }
    return false;
  }
}
