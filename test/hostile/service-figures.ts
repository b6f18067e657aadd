/** The resources that a service in another process uses, and the metrics that it reports. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ServiceProcess } from '../support/service-process.ts';

export interface Usage {
  readonly rssBytes: number;
  /** Sockets, files and pipes. */
  readonly files: number;
}

export function usageOf({ pid }: ServiceProcess): Usage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  return { rssBytes: kib * 1_024, files: readdirSync(`/proc/${pid}/fd`).length };
}

export interface Peak extends Usage {
  stop(): void;
}

const SAMPLE_MS = 50;

/** Samples the usage; returns the peak from now on. */
export function watchPeak(service: ServiceProcess): Peak {
  let { rssBytes, files } = usageOf(service);
  const timer = setInterval(() => {
    const now = usageOf(service);
    rssBytes = Math.max(rssBytes, now.rssBytes);
    files = Math.max(files, now.files);
  }, SAMPLE_MS);
  return {
    get rssBytes() {
      return rssBytes;
    },
    get files() {
      return files;
    },
    stop: () => clearInterval(timer),
  };
}

/** The number of ended attempts, by outcome. */
export async function attemptsOf(
  service: ServiceProcess,
): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const attempts: Record<string, number> = {};
  for (const [, labels = '', count] of text.matchAll(/^ringpost_attempts_total\{(.*)\} (\d+)$/gm)) {
    const outcome = /outcome="(\w+)"/.exec(labels)?.[1] ?? '';
    attempts[outcome] = (attempts[outcome] ?? 0) + Number(count);
  }
  return attempts;
}

const ASK_MS = 100;

/** Resolves when so many attempts have ended. */
export async function attemptsReach(service: ServiceProcess, count: number): Promise<void> {
  for (;;) {
    const total = Object.values(await attemptsOf(service)).reduce((sum, each) => sum + each, 0);
    if (total >= count) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}
