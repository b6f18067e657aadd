/**
 * What the engine asks of the analyst, who reads call logs off the event loop: a log of 5 MiB
 * takes longer than a delivery may wait. What comes back is plain data. The rules are in
 * `core/acw`; must never call a model or write anything.
 */
import type { Analysis } from '../../acw/analysis/analysis.ts';
import type { Evaluation } from '../../acw/evaluation/evaluation.ts';
import type { Scorecard } from '../../acw/evaluation/scorecard.ts';
import type { Transcript } from '../../acw/model-answer/model-transcript.ts';
import type { CallStatus, Direction } from '../../core/call/status.ts';

/** `body`: the stored call log. `direction`: as the call was reported. */
export interface AnalystTask {
  readonly body: string;
  readonly direction: Direction;
  readonly version: string;
  /** As the call was reported; absent: it was not. */
  readonly status?: CallStatus | null;
  /** It lets others go first; a transcript for a model always does. */
  readonly patient?: boolean;
}

/** A stored call log as a language model may read it. */
export interface TranscriptTask {
  readonly body: string;
  /** Of the text of one window, at most. */
  readonly windowTokens: number;
  /** Numbers of cards and persons are taken out. */
  readonly redact: boolean;
}

/** A model's answer about a stored call log. */
export interface ConcealTask {
  readonly body: string;
  readonly result: Analysis | Evaluation;
}

export interface ReadTranscript {
  readonly transcript: Transcript;
  /** From when on the call's duration counts, in ms of the log. */
  readonly beginsAtMs: number;
}

/** BUSY: too many tasks wait. INTERNAL: a fault of ours, or of the thread. */
export type AnalystFailureReason =
  | 'CALL_LOG_INVALID'
  | 'TIME_LIMIT'
  | 'BUSY'
  | 'CLOSED'
  | 'INTERNAL';

/** How every promise of an analyst rejects. */
export class AnalystFailure extends Error {
  readonly reason: AnalystFailureReason;

  constructor(reason: AnalystFailureReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

export interface Analyst {
  /** Mode METRICS. Rejects with an `AnalystFailure`. */
  analyze(task: AnalystTask): Promise<Analysis>;
  /** Mode METRICS: criteria without a rule are UNKNOWN. */
  evaluate(task: AnalystTask, scorecard: Scorecard): Promise<Evaluation>;
  /** The transcript for a model; the caller asks the model. */
  transcribe(task: TranscriptTask): Promise<ReadTranscript>;
  /** The same result without numbers of cards, accounts and persons. */
  conceal(task: ConcealTask): Promise<Analysis | Evaluation>;
  close(): Promise<void>;
}
