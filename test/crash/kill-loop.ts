/**
 * The crash proof: the real process under real HTTP load is killed with SIGKILL at random moments
 * and started again on the same data, as often as asked; then everything must drain, and the
 * verdict reads the receivers' log.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { startLoad } from './load.ts';
import { startRecordingReceiver } from './recording-receiver.ts';
import { judgeRun, type Verdict } from './verdict.ts';

const PATHS = ['/good', '/flaky', '/slow'];
const WALKERS = 12;
const LIFE_MS = { min: 100, max: 1_200 };
const DRAIN_MS_MAX = 120_000;
const POLL_MS = 100;

export interface KillRun extends Verdict {
  readonly kills: number;
  readonly acknowledged: number;
  readonly refused: readonly string[];
  /** Waiting, due or retrying at the end: zero when everything drained. */
  readonly open: number;
}

/** `say` is told of each kill, for progress. */
export async function runKillLoop(options: {
  readonly kills: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}): Promise<KillRun> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-crash-'));
  const receiver = await startRecordingReceiver(options.random);
  let service = await startService({ directory });
  try {
    for (const path of PATHS) await addEndpoint(service, `${receiver.url}${path}`);
    const load = startLoad(() => service.url, WALKERS, options.random);
    for (let kill = 1; kill <= options.kills; kill += 1) {
      await pause(LIFE_MS.min + options.random() * (LIFE_MS.max - LIFE_MS.min));
      await service.kill();
      service = await startService({ directory });
      options.say(`kill ${kill}/${options.kills}, ${load.acknowledged.length} acknowledged`);
    }
    await load.stop();
    receiver.heal();
    const open = await drain(service);
    await service.stop();
    const verdict = judgeRun(load.acknowledged, receiver.arrivals, PATHS);
    const { acknowledged, refused } = load;
    return { ...verdict, kills: options.kills, acknowledged: acknowledged.length, refused, open };
  } finally {
    await service.kill();
    await receiver.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function addEndpoint(service: ServiceProcess, target: string): Promise<void> {
  const { body: triggers } = await callApi(service, 'GET', '/openapi.json');
  const { status, body } = await callApi(service, 'POST', '/v1/endpoints', {
    name: target,
    kind: 'custom',
    target,
    triggers: outboundTriggers(triggers),
    auth: { method: 'bearer', token: 'crash-test' },
    retryScheduleMs: [1_000, 1_000, 1_000, 1_000, 1_000, 1_000],
  });
  if (status !== 201) throw new Error(`endpoint not made: ${status} ${JSON.stringify(body)}`);
}

/** The triggers as the service itself documents them, without those of after-call work. */
function outboundTriggers(document: unknown): string[] {
  const { webhooks } = document as { webhooks: Record<string, unknown> };
  return Object.keys(webhooks).filter((name) => name !== 'ACW_COMPLETED');
}

async function drain(service: ServiceProcess): Promise<number> {
  const deadline = Date.now() + DRAIN_MS_MAX;
  for (;;) {
    const { body } = await callApi(
      service,
      'GET',
      '/v1/deliveries?state=waiting,due,retrying&limit=200',
    );
    const open = (body as { data: readonly unknown[] }).data.length;
    if (open === 0 || Date.now() > deadline) return open;
    await pause(POLL_MS);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
