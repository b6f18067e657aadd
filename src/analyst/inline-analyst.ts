/**
 * The analyst without a thread: each task is done before its promise is returned. For tests and the
 * simulator, where a thread would not behave the same way twice; a service would block during a
 * long call log.
 */
import type { LanguageDetector } from '../acw/analysis/call-language.ts';
import { type Analyst, AnalystFailure } from '../engine/ports/analyst.ts';
import { analyze, conceal, evaluate, transcribe } from './perform.ts';

/** `detector` null: a log that states no language has none. */
export function inlineAnalyst(detector: LanguageDetector | null): Analyst {
  let closed = false;
  const perform = async <Result>(work: () => Result): Promise<Result> => {
    if (closed) throw new AnalystFailure('CLOSED', 'The analyst is closed.');
    return work();
  };
  return {
    analyze: (task) => perform(() => analyze(task, detector)),
    evaluate: (task, scorecard) => perform(() => evaluate(task, scorecard, detector)),
    transcribe: (task) => perform(() => transcribe(task, detector)),
    conceal: (task) => perform(() => conceal(task)),
    close: async () => {
      closed = true;
    },
  };
}
