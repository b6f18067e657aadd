/**
 * The states of a run in words, why it failed, and how long it took. Pure.
 * What only a newer service knows is shown by its own name.
 */
import type { Words } from '../../i18n/words.ts';
import type { StateWord, Tone } from '../../kit/state-badge.tsx';
import type { ResultRecord, RunRecord } from './acw-api.ts';

const TONES: Readonly<Record<RunRecord['state'], Tone>> = {
  QUEUED: 'waiting',
  WAITING_CALL_LOG: 'waiting',
  RUNNING: 'busy',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  CANCELLED: 'off',
};

/** A state that a newer service knows is shown by its own name. `reason`: why it waits. */
export function runWord(state: string, t: Words['acw'], reason: string | null = null): StateWord {
  if (state === 'WAITING_CALL_LOG' && reason === 'MODEL_FAILED') {
    return { tone: 'waiting', ...t.waitsForModel };
  }
  if (!isRunState(state)) return { word: state, tone: 'waiting', meaning: t.state.unknown };
  return { tone: TONES[state], ...t.state[state] };
}

/** Reasons of a run whose launch never happened. */
const CANCELLED: ReadonlySet<string | null> = new Set([
  'LAUNCH_CANCELLED',
  'TRIGGER_UNTICKED',
  'LAUNCH_DROPPED',
]);

/** How the run of a result ended. */
export function endOfRun({
  isError,
  reason,
}: Pick<ResultRecord, 'isError' | 'reason'>): RunRecord['state'] {
  if (CANCELLED.has(reason)) return 'CANCELLED';
  return isError ? 'FAILED' : 'SUCCEEDED';
}

export function reasonWords(
  reason: string | null,
  t: Words['acw'],
): { readonly why: string; readonly todo: string } {
  if (reason === null || !Object.hasOwn(t.reasons, reason)) return t.reasonUnknown;
  return t.reasons[reason] ?? t.reasonUnknown;
}

/** A warning of a newer service is shown by its name. */
export function warningWords(warning: string, t: Words['acw']): string {
  return Object.hasOwn(t.warnings, warning) ? (t.warnings[warning] ?? warning) : warning;
}

/** Time from the start of the run (else its creation) to its end; null while it goes on. */
export function tookMs({
  createdAt,
  startedAt,
  finishedAt,
}: Pick<RunRecord, 'startedAt' | 'finishedAt'> & {
  readonly createdAt: string;
}): number | null {
  if (finishedAt === null) return null;
  return Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt ?? createdAt));
}

function isRunState(state: string): state is RunRecord['state'] {
  return Object.hasOwn(TONES, state);
}
