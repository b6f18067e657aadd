/** What a caller reports reaches receivers as data: a list of values that are hard to keep. */
import { test } from 'node:test';
import { NASTY } from './nasty.ts';
import { checkOnWire } from './wire-values.ts';

test('what a caller reports reaches no header, no mention and no line of its own', (t) =>
  checkOnWire(t, NASTY, { taken: 500, refused: 100 }));
