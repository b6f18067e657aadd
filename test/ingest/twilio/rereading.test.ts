/** Every other reading of a signed text makes the same report or none: a few texts. */
import { test } from 'node:test';
import { checkRereadings } from './rereading.ts';

test('no other reading of a signed text makes another report', () => checkRereadings(25));
