/**
 * The conformance suite on the embedded store without threads, and on threads what they are asked
 * most: intake, the lanes, and random operations. `threads.proof.ts` has the whole suite on
 * threads, of which each test starts three.
 */
import { describe } from 'node:test';
import { intakeConformance } from '../conformance/intake.ts';
import { laneConformance } from '../conformance/lane.ts';
import { randomConformance } from '../conformance/random.ts';
import { storeConformance } from '../conformance.ts';
import { openOn } from './opened.ts';

storeConformance('sqlite without threads', openOn(false), 100);

describe('sqlite on threads', () => {
  const open = openOn(true);
  intakeConformance(open);
  laneConformance(open);
  randomConformance(open, 3);
});
