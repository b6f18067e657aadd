/**
 * Ends a run: writes the end with backoff until it is durable, then offers ACW_COMPLETED to the
 * dispatcher and tells the observers. Must never offer a delivery whose commit is not durable.
 */
import { runId } from '../../acw/run/run.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { Ended, Run, RunEnd, RunStore, RunWork } from '../ports/acw-store.ts';
import { type RetryParts, writeDurably } from '../store-retry.ts';

export interface FinishParts extends RetryParts {
  readonly store: Pick<RunStore, 'finishRun'>;
  readonly dispatcher: Pick<Dispatcher, 'offer'>;
}

/** If the store fails for longer than the claim lasts, another process repeats the work. */
export const FINISH_TRIES_MAX = 1_000;

/** `isOver`: true if the process ends and waits no longer; then the claim expires. */
export async function finishDurably(
  { key, claim }: Pick<RunWork, 'key' | 'claim'>,
  end: RunEnd,
  parts: FinishParts,
  isOver: () => boolean,
): Promise<void> {
  const { store, clock } = parts;
  const write = () => store.finishRun({ run: key, claim, end, nowMs: clock.wallMs() });
  const finish = {
    operation: 'finishRun' as const,
    write,
    triesMax: FINISH_TRIES_MAX,
    isGivenUp: isOver,
  };
  const answer = await writeDurably(finish, parts);
  if (answer?.kind === 'finished') tellRunEnd(answer.run, answer, parts);
  if (answer?.kind === 'untold') tellRunEnd(answer.run, { made: [], heads: [] }, parts);
}

/** Called after the commit that ended the run. */
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
  if (made.length > 0) emit({ name: 'delivery.made', count: made.length });
  if (heads.length > 0) dispatcher.offer(heads);
}
