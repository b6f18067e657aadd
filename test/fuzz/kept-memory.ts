/**
 * Measures the resident memory of the service after every thread has collected its garbage, at the
 * request of Node's inspector. V8 collects when it pleases, so that at any other moment up to
 * 100 MiB of garbage count too.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pause } from '../crash/pause.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { startParts } from './warm-up.ts';

const run = promisify(execFile);

/** For the environment of the service: any free port, since the usual one may be taken. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

const LISTENS = /Debugger listening on (ws:\S+)/;
const LISTENS_MS_MAX = 30_000;
/** Several looks, because V8 gives freed pages back in the background. */
const LOOKS = 20;
const LOOK_EVERY_MS = 150;

/** MiB, after all parts are started: some threads end at rest, and one has more than 100 MiB. */
export async function keptMiB(service: ServiceProcess, inspector: Inspector): Promise<number> {
  await startParts(service);
  await inspector.collectGarbage();
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < LOOKS; look += 1) {
    await pause(LOOK_EVERY_MS);
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(service.pid)]);
    least = Math.min(least, Number(stdout) / 1_024);
  }
  return Math.round(least);
}

export interface Inspector {
  /** Resolves when all threads have collected their garbage. */
  collectGarbage(): Promise<void>;
  close(): void;
}

/** Call it early: it reads the address of the inspector from the kept output of the service. */
export async function openInspector(service: ServiceProcess): Promise<Inspector> {
  process.kill(service.pid, 'SIGUSR1');
  const socket = new WebSocket(await addressOf(service));
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened);
    socket.addEventListener('error', failed);
  });
  const session = new Session(socket);
  return {
    async collectGarbage() {
      await session.ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
      await session.collect();
      await session.ask('NodeWorker.disable');
    },
    close: () => socket.close(),
  };
}

async function addressOf(service: ServiceProcess): Promise<string> {
  const untilMs = performance.now() + LISTENS_MS_MAX;
  while (performance.now() < untilMs) {
    const [, address] = LISTENS.exec(service.output()) ?? [];
    if (address !== undefined) return address;
    await pause(50);
  }
  throw new Error(`the inspector of the service did not start:\n${service.output()}`);
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId?: string; readonly message?: string };
}

class Session {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, () => void>();
  readonly #threads = new Set<string>();
  #last = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)), ''));
  }

  ask(method: string, params: object = {}): Promise<void> {
    return this.#send('', (id) => JSON.stringify({ id, method, params }));
  }

  /** Collects in every thread; a thread that ends meanwhile counts as done. */
  async collect(): Promise<void> {
    const method = 'HeapProfiler.collectGarbage';
    const inThreads = [...this.#threads].map((sessionId) =>
      this.#send(sessionId, (id) => {
        const message = JSON.stringify({ id, method });
        const params = { sessionId, message };
        return JSON.stringify({
          id: this.#next(),
          method: 'NodeWorker.sendMessageToWorker',
          params,
        });
      }),
    );
    await Promise.all([this.ask(method), ...inThreads]);
  }

  #send(thread: string, text: (id: number) => string): Promise<void> {
    const id = this.#next();
    return new Promise((answered) => {
      this.#waiting.set(`${thread} ${id}`, answered);
      this.#socket.send(text(id));
    });
  }

  #take({ id, method, params }: Message, thread: string): void {
    if (id !== undefined) {
      this.#waiting.get(`${thread} ${id}`)?.();
      this.#waiting.delete(`${thread} ${id}`);
    }
    const { sessionId, message } = params ?? {};
    if (sessionId === undefined) return;
    if (method === 'NodeWorker.attachedToWorker') this.#threads.add(sessionId);
    if (method === 'NodeWorker.receivedMessageFromWorker' && message !== undefined) {
      this.#take(JSON.parse(message), sessionId);
    }
    if (method !== 'NodeWorker.detachedFromWorker') return;
    this.#threads.delete(sessionId);
    for (const [key, done] of this.#waiting) if (key.startsWith(`${sessionId} `)) done();
  }

  #next(): number {
    this.#last += 1;
    return this.#last;
  }
}
