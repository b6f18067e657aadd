/**
 * Which steps of a script are kept: as their indices, and as the text of `--keep`, such as
 * `3,7,20-25` or `none`. A seed and this text describe a shortened script.
 */
import type { Script } from './script.ts';

export function withSteps(script: Script, kept: readonly number[]): Script {
  const indices = new Set(kept);
  return { ...script, steps: script.steps.filter((_, index) => indices.has(index)) };
}

/** `kept` may come in any order; the text names each once. */
export function formatKeep(kept: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const index of [...new Set(kept)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && last.to === index - 1) last.to = index;
    else runs.push({ from: index, to: index });
  }
  if (runs.length === 0) return 'none';
  return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** More steps than any script has; a longer range is a typing error. */
export const KEEP_INDEX_MAX = 100_000;

/** Null if the text is no such list. */
export function parseKeep(text: string): readonly number[] | null {
  if (text === 'none') return [];
  const kept = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,6})(?:-(\d{1,6}))?\s*$/.exec(part);
    if (match === null) return null;
    const from = Number(match[1]);
    const to = Number(match[2] ?? from);
    if (to < from || to > KEEP_INDEX_MAX) return null;
    for (let index = from; index <= to; index += 1) kept.add(index);
  }
  return [...kept].sort((a, b) => a - b);
}
