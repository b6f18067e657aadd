/**
 * The end of a run, written again and again with back-off until it is durable, and what follows
 * from it: ACW_COMPLETED is offered to the dispatcher, and observers hear of it. Must never offer
 * a delivery whose commit is not durable.
 */
import { runId } from '../../core/acw/run.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { Ended, Run, RunEnd, RunStore, RunWork } from '../ports/acw-store.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import { messageOf, storeRetryMs } from '../store-retry.ts';

export interface FinishParts {
  readonly store: Pick<RunStore, 'finishRun'>;
  readonly dispatcher: Pick<Dispatcher, 'offer'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
}

/** A store that is away for longer than the claim: another process does the work again. */
export const FINISH_TRIES_MAX = 1_000;

/** `isOver`: nobody waits for it any more; the claim runs out. */
export async function finishDurably(
  { key, claim }: Pick<RunWork, 'key' | 'claim'>,
  end: RunEnd,
  parts: FinishParts,
  isOver: () => boolean,
): Promise<void> {
  const { store, clock, random, emit } = parts;
  for (let failures = 1; failures <= FINISH_TRIES_MAX && !isOver(); failures += 1) {
    try {
      const answer = await store.finishRun(key, claim, end, clock.wallMs());
      if (answer.kind === 'finished') tellRunEnd(answer.run, answer, parts);
      if (answer.kind === 'untold') tellRunEnd(answer.run, { made: [], heads: [] }, parts);
      return;
    } catch (error) {
      emit({ name: 'store.failed', operation: 'finishRun', error: messageOf(error) });
      await pause(clock, storeRetryMs(failures, random));
    }
  }
}

/** After the commit that ended it. */
export function tellRunEnd(
  run: Run,
  { made, heads }: Pick<Ended, 'made' | 'heads'>,
  { dispatcher, emit }: Pick<FinishParts, 'dispatcher' | 'emit'>,
): void {
  const { kind, state, reason, startedAtMs, createdAtMs } = run;
  const endedAtMs = run.finishedAtMs ?? createdAtMs;
  const durationMs = Math.max(0, endedAtMs - (startedAtMs ?? createdAtMs));
  const { projectKey: project, key, callId, endpointId } = run;
  const id = runId(createdAtMs, key);
  emit({ name: 'run.ended', runId: id, callId, kind, state, reason, durationMs });
  emit({ name: 'run.moved', project, run: key, createdAtMs, callId, endpointId, state });
  for (const endpoint of made) emit({ name: 'delivery.made', endpoint, count: 1 });
  if (heads.length > 0) dispatcher.offer(heads);
}

function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
