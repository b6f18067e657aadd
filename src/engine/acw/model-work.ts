/**
 * What is needed to ask a language model about a call, and how that ends. A failure is an outcome,
 * never an exception: `reason` is stored with the run, `detail` is for the operator (S9.23,
 * S11.31).
 */
import type { RunReason } from '../../acw/run/run.ts';
import type { AgentEngine } from '../../core/endpoint/endpoint.ts';
import type { Analyst } from '../ports/analyst.ts';
import type { Clock } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/language-model.ts';

export interface ModelWork {
  /** The stored call log; only the analyst parses it, off the event loop. */
  readonly log: string;
  readonly analyst: Pick<Analyst, 'transcribe'>;
  /** Null: no model is configured. */
  readonly model: LanguageModel | null;
  /**
   * The agent's engine: METRICS never asks, LLM fails without an answer, AUTO goes on without one.
   */
  readonly engine: AgentEngine;
  readonly clock: Pick<Clock, 'monoMs'>;
  /** A time on the monotonic clock, by which all questions about this call end. */
  readonly untilMs: number;
  /**
   * Called before the first question: takes one of the places for runs that wait for a model.
   * False: none is free.
   */
  readonly enter?: () => boolean;
  /**
   * If true and the model does not answer, `ModelAway` is thrown so that the run is repeated later.
   */
  readonly mayRepeat?: boolean;
}

/** Thrown if the model did not answer and the run is to be repeated. */
export class ModelAway extends Error {}

export type ModelFailure = Extract<
  RunReason,
  'MODEL_NOT_CONFIGURED' | 'MODEL_FAILED' | 'MODEL_OUTPUT_INVALID' | 'MODEL_BUDGET_EXHAUSTED'
>;

export type ModelOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** Only with the engine LLM: the run fails. `detail` never holds the key or the transcript. */
  | {
      readonly kind: 'failed';
      readonly reason: ModelFailure;
      readonly detail: string;
      /** True if the model did not answer, so a later try may succeed. */
      readonly isAway?: boolean;
    };
