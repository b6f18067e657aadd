/**
 * The analyzer over a local copy of the Harper Valley set: a line of figures for each call, and how
 * often each warning and phrase came up. Usage and attribution: README.md. Downloads nothing.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Analysis } from '../../src/acw/analysis/analysis.ts';
import { analyzeLog } from '../../src/acw/analysis/analyze.ts';
import { loadLanguageDetector } from '../../src/analyst/language-detector.ts';
import { harperValleyLog, type Metadata, type Segment } from './harper-valley-log.ts';

await main(process.argv.slice(2));

async function main([folder]: readonly string[]): Promise<void> {
  if (folder === undefined) {
    console.error('Say where the set is: node examples/acw/harper-valley.ts <set>/data');
    process.exitCode = 2;
    return;
  }
  const detector = await loadLanguageDetector();
  const counts = new Map<string, number>();
  console.log(
    'call             seconds  agent  wpm a/c    silence  interrupts a/c  answers a/c ms',
  );
  for (const name of readdirSync(join(folder, 'transcript')).toSorted()) {
    if (!name.endsWith('.json')) continue;
    // The set's own files, in the shapes its README gives.
    const segments = read(join(folder, 'transcript', name)) as readonly Segment[];
    const metadata = read(join(folder, 'metadata', name)) as Metadata;
    const log = harperValleyLog(segments, metadata);
    const { direction } = log;
    const analysis = analyzeLog({ log, direction, version: '0', detector });
    console.log(`${name.replace('.json', '')} ${figures(analysis)}`);
    const ids = new Set(analysis.phrases.map(({ id }) => id));
    for (const what of [...analysis.warnings, ...ids, 'calls']) {
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
  }
  for (const [what, count] of [...counts].toSorted()) console.log(`${what}: ${count}`);
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function figures({ metrics }: Analysis): string {
  const { talk, silence, interruptions, responseLatencyMs: latency } = metrics;
  const of = (agent: unknown, customer: unknown) => `${agent ?? '-'}/${customer ?? '-'}`;
  return [
    (metrics.durationMs / 1_000).toFixed(1).padStart(7),
    String(talk.AGENT.ratio ?? '-').padStart(7),
    of(talk.AGENT.wpm, talk.CUSTOMER.wpm).padEnd(11),
    String(silence.ratio).padEnd(8),
    of(interruptions?.AGENT, interruptions?.CUSTOMER).padEnd(15),
    of(latency.AGENT.p50, latency.CUSTOMER.p50),
  ].join(' ');
}
