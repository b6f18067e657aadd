/** What a caller reports reaches receivers as data: the fixed list, and values made by chance. */
import { test } from 'node:test';
import fc from 'fast-check';
import { NASTY, nastyText } from './nasty.ts';
import { checkOnWire, inEachField } from './wire-values.ts';

/** Beyond the fixed list. */
const GENERATED = 120;
const SEED = 20_261_121;

test('what a caller reports reaches no header, no mention and no line of its own', (t) => {
  const generated = fc.sample(nastyText, { numRuns: GENERATED, seed: SEED });
  const values = [...new Set([...NASTY, ...generated])];
  return checkOnWire(t, values, inEachField, { taken: 500, refused: 150 });
});
