/**
 * Reported values reach receivers as data: a list of difficult values, each in one field.
 * `wire.proof.ts` has them and others in every field.
 */
import { test } from 'node:test';
import { NASTY } from './nasty.ts';
import { checkOnWire, inOneField } from './wire-values.ts';

test('a reported value makes no header, no mention and no line of its own', (t) =>
  checkOnWire(t, NASTY, inOneField, { taken: 80, refused: 10 }));
