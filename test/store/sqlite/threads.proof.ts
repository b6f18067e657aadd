/** The conformance suite on the embedded store as the service opens it: on threads. */
import { storeConformance } from '../conformance.ts';
import { openOn } from './opened.ts';

storeConformance('sqlite on threads', openOn(true), 3);
