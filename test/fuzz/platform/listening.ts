/**
 * Stands for the suite of all adapters and for `node:test` where an adapter's test is read for its
 * description only (`description.ts`): keeps what is described, runs nothing.
 */
import type { AdapterUnderTest } from '../../ingest/conformance.ts';

export type Description = AdapterUnderTest<unknown>;

/** In the order in which they were described. */
export const heard: Description[] = [];

export function conform(given: Description): void {
  heard.push(given);
}

export const test = (): void => undefined;
export const it = (): void => undefined;
export const describe = (): void => undefined;
export const suite = (): void => undefined;
export const before = (): void => undefined;
export const after = (): void => undefined;
export const beforeEach = (): void => undefined;
export const afterEach = (): void => undefined;
