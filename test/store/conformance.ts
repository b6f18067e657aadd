/**
 * The suite that every store passes. It knows only the port; `test/store/<engine>/` runs it on
 * each engine and in each way that the engine can be opened.
 */
import { describe } from 'node:test';
import { bulkConformance } from './conformance/bulk.ts';
import { decidedConformance } from './conformance/decided.ts';
import { intakeConformance } from './conformance/intake.ts';
import { keyCheckConformance } from './conformance/key-check.ts';
import { laneConformance } from './conformance/lane.ts';
import { manageConformance } from './conformance/manage.ts';
import { manualConformance } from './conformance/manual.ts';
import { manualAttemptConformance } from './conformance/manual-attempt.ts';
import { queryConformance } from './conformance/query.ts';
import { randomConformance } from './conformance/random.ts';
import { redateConformance } from './conformance/redate.ts';
import { retentionConformance } from './conformance/retention.ts';
import type { OpenStore } from './given.ts';

/** `randomRuns`: fewer where a store is slow to open. */
export function storeConformance(name: string, open: OpenStore, randomRuns: number): void {
  describe(`store conformance: ${name}`, () => {
    intakeConformance(open);
    laneConformance(open);
    redateConformance(open);
    manualConformance(open);
    manualAttemptConformance(open);
    bulkConformance(open);
    manageConformance(open);
    decidedConformance(open);
    queryConformance(open);
    retentionConformance(open);
    keyCheckConformance(open);
    randomConformance(open, randomRuns);
  });
}
