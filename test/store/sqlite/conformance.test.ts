/**
 * The conformance suite on the embedded store without threads; on threads only intake and random
 * operations. `threads.proof.ts` runs the whole suite on threads, three of which start for each
 * test, and more random operations without.
 */
import { describe } from 'node:test';
import { intakeConformance } from '../conformance/intake.ts';
import { randomConformance } from '../conformance/random.ts';
import { storeConformance } from '../conformance.ts';
import { openOn } from './opened.ts';

storeConformance('sqlite without threads', openOn(false), 25);

describe('sqlite on threads', () => {
  const open = openOn(true);
  intakeConformance(open);
  randomConformance(open, 3);
});
