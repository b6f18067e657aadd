/**
 * The conformance suite on the embedded store, on threads and without.
 */
import { storeConformance } from '../conformance.ts';
import { openOn } from './opened.ts';

storeConformance('sqlite on threads', openOn(true), 3);
storeConformance('sqlite without threads', openOn(false), 100);
