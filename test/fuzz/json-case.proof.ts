/** Every route with a JSON body refuses each JSON edge case as documented. */
import { test } from 'node:test';
import { playJsonCases } from './json-cases-played.ts';

test('every route with a JSON body refuses each edge case as documented', (t) =>
  playJsonCases(t, () => true));
