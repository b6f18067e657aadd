/**
 * The conformance suite on the embedded store on threads, as the service opens it, and more random
 * operations without threads than `npm test` has time for.
 */
import { describe } from 'node:test';
import { randomConformance } from '../conformance/random.ts';
import { storeConformance } from '../conformance.ts';
import { openOn } from './opened.ts';

storeConformance('sqlite on threads', openOn(true), 3);

describe('sqlite without threads', () => randomConformance(openOn(false), 100));
