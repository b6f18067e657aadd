/**
 * What asking a language model about a call takes, and how it ends. A failure is an outcome, never
 * an exception: `reason` goes with the run, `detail` is for the operator. Rules: S9.23, S11.31.
 */
import type { RunReason } from '../../acw/run/run.ts';
import type { AgentEngine } from '../../core/endpoint/endpoint.ts';
import type { Analyst } from '../ports/analyst.ts';
import type { Clock } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/language-model.ts';

export interface ModelWork {
  /** The call log as it is stored; only the analyst reads it, off the event loop. */
  readonly log: string;
  readonly analyst: Pick<Analyst, 'transcribe'>;
  /** Null: none is configured. */
  readonly model: LanguageModel | null;
  /** The agent's: METRICS never asks, LLM fails without an answer, AUTO goes on without one. */
  readonly engine: AgentEngine;
  readonly clock: Pick<Clock, 'monoMs'>;
  /** By the monotonic clock: all questions about this call end by then. */
  readonly untilMs: number;
  /** Before the first question: takes a place of those that wait for a model. False: none free. */
  readonly enter?: () => boolean;
  /** When the model is away: true throws `ModelAway`, so that all of it is done again later. */
  readonly mayRepeat?: boolean;
}

/** No answer came from the model; the run is to be repeated. */
export class ModelAway extends Error {}

export type ModelFailure = Extract<
  RunReason,
  'MODEL_NOT_CONFIGURED' | 'MODEL_FAILED' | 'MODEL_OUTPUT_INVALID' | 'MODEL_BUDGET_EXHAUSTED'
>;

export type ModelOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** Only with the engine LLM: the run fails. `detail`: never the key, never the transcript. */
  | {
      readonly kind: 'failed';
      readonly reason: ModelFailure;
      readonly detail: string;
      /** No answer came: asked again later it may. */
      readonly isAway?: boolean;
    };
