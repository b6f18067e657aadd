/** The control of the suite: each planted fault of a channel fails the tests that are about it. */
import { test } from 'node:test';
import { FAULTS } from './planted.ts';
import { isFoundOut } from './planted-fault.ts';

for (const [fault, about] of Object.entries(FAULTS)) {
  test(`the suite finds a channel that ${fault}`, () => isFoundOut(fault, about));
}
