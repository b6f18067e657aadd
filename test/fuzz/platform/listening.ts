/**
 * Replaces the conformance suite and `node:test` where an adapter's test is imported for its
 * description only (`description.ts`): keeps the descriptions and runs nothing.
 */
import type { AdapterUnderTest } from '../../ingest/conformance.ts';

export type Description = AdapterUnderTest<unknown>;

/** The descriptions in the order of the imports. */
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
