/** The suite has teeth: each fault that a channel could have fails the tests that are about it. */
import { test } from 'node:test';
import { FAULTS } from './planted.ts';
import { isFoundOut } from './planted-fault.ts';

for (const [fault, about] of Object.entries(FAULTS)) {
  test(`a channel that ${fault} is found out`, () => isFoundOut(fault, about));
}
