/** The control of the suite: it finds a planted fault. `suite.proof.ts` has every fault. */
import { test } from 'node:test';
import { FAULTS } from './planted.ts';
import { isFoundOut } from './planted-fault.ts';

const FAULT = 'keeps a secret';

test(`the suite finds a channel that ${FAULT}`, () => isFoundOut(FAULT, FAULTS[FAULT]));
