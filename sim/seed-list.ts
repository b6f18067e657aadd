/**
 * The list of seeds that once failed, `sim/seeds.txt`: one a line, `#` begins a comment. Refuses a
 * line that it cannot read: a seed that is skipped silently proves nothing.
 */
import { SEED_MAX } from './arguments.ts';

export function readSeedList(text: string): readonly number[] {
  return text.split('\n').flatMap((line, index) => {
    const word = line.replace(/#.*/, '').trim();
    if (word === '') return [];
    const seed = /^\d{1,10}$/.test(word) ? Number(word) : Number.NaN;
    if (!(seed <= SEED_MAX)) throw new Error(`line ${index + 1} is no seed: ${line}`);
    return [seed];
  });
}
