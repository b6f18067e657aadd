/**
 * The analyst, which reads call logs off the event loop: a log of 5 MiB takes longer than a
 * delivery may wait. Its results are plain data. The rules are in `src/acw`; must never call a
 * model or write anything.
 */
import type { Analysis } from '../../acw/analysis/analysis.ts';
import type { Evaluation } from '../../acw/evaluation/evaluation.ts';
import type { Scorecard } from '../../acw/evaluation/scorecard.ts';
import type { Transcript } from '../../acw/model-answer/model-transcript.ts';
import type { CallStatus, Direction } from '../../core/call/status.ts';

/** `body`: the stored call log. `direction`: the reported direction of the call. */
export interface AnalystTask {
  readonly body: string;
  readonly direction: Direction;
  readonly version: string;
  /** The reported status of the call; absent if none was reported. */
  readonly status?: CallStatus | null;
  /** True if other tasks may go first; a transcript for a model always waits for others. */
  readonly patient?: boolean;
}

/** A stored call log as a language model may read it. */
export interface TranscriptTask {
  readonly body: string;
  /** The largest number of tokens in the text of one window. */
  readonly windowTokens: number;
  /** Whether card and identity numbers are removed. */
  readonly redact: boolean;
}

/** A model's answer about a stored call log, to be redacted. */
export interface ConcealTask {
  readonly body: string;
  readonly result: Analysis | Evaluation;
}

export interface ReadTranscript {
  readonly transcript: Transcript;
  /** When the call's duration begins, in ms of the log. */
  readonly beginsAtMs: number;
}

/** BUSY: too many tasks wait. INTERNAL: a fault of this service, or of the thread. */
export type AnalystFailureReason =
  | 'CALL_LOG_INVALID'
  | 'TIME_LIMIT'
  | 'BUSY'
  | 'CLOSED'
  | 'INTERNAL';

/** The error with which every promise of an analyst rejects. */
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
  /** The same result without card, account and identity numbers. */
  conceal(task: ConcealTask): Promise<Analysis | Evaluation>;
  close(): Promise<void>;
}
