/**
 * A thread that plays seeds: told a seed, it answers with the verdict of its run. Holds nothing
 * between two seeds; the pool decides which seed is played where.
 */
import { parentPort } from 'node:worker_threads';
import { scriptOf } from './script/generate.ts';
import { judge } from './verdict.ts';

parentPort?.on('message', (seed: number) => {
  judge(scriptOf(seed)).then((verdict) => parentPort?.postMessage(verdict));
});
