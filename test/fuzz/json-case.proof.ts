/** JSON at its edges against every route that takes it: refused as documented. */
import { test } from 'node:test';
import { playJsonCases } from './json-cases-played.ts';

test('every case on every route that takes JSON gets the documented refusal', (t) =>
  playJsonCases(t, () => true));
