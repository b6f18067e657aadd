/** The suite has teeth: a fault of a channel is found out. `suite.proof.ts` has every fault. */
import { test } from 'node:test';
import { FAULTS } from './planted.ts';
import { isFoundOut } from './planted-fault.ts';

const FAULT = 'keeps a secret';

test(`a channel that ${FAULT} is found out`, () => isFoundOut(FAULT, FAULTS[FAULT]));
