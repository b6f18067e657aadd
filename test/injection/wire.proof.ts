/** Reported values reach receivers as data: the fixed list and generated ones in every field. */
import { test } from 'node:test';
import fc from 'fast-check';
import { NASTY, nastyText } from './nasty.ts';
import { checkOnWire, inEachField } from './wire-values.ts';

/** Generated values besides the fixed list. */
const GENERATED = 120;
const SEED = 20_261_121;

test('a reported value makes no header, no mention and no line of its own', (t) => {
  const generated = fc.sample(nastyText, { numRuns: GENERATED, seed: SEED });
  const values = [...new Set([...NASTY, ...generated])];
  return checkOnWire(t, values, inEachField, { taken: 500, refused: 150 });
});
