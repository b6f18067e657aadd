/**
 * The thread of the analyst: takes one task at a time, executes it, posts the answer. The main
 * thread ends it if it takes too long, so it must never keep anything after a task except the
 * tables of the language detector.
 */
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../core/error/service-error.ts';
import { AnalystFailure } from '../engine/ports/analyst.ts';
import { loadLanguageDetector } from './language-detector.ts';
import { analyze, conceal, evaluate, transcribe } from './perform.ts';
import type { ThreadAnswer, ThreadResult, ThreadTask } from './thread-analyst.ts';

start();

function start(): void {
  const port = parentPort;
  if (port === null) throw new Error('worker.ts runs only as a thread of the analyst');
  port.on('message', async (asked: ThreadTask) => port.postMessage(await answer(asked)));
}

async function answer(asked: ThreadTask): Promise<ThreadAnswer> {
  try {
    return { ok: true, result: await resultOf(asked) };
  } catch (error) {
    const detail = messageOf(error);
    return {
      ok: false,
      reason: error instanceof AnalystFailure ? error.reason : 'INTERNAL',
      detail,
    };
  }
}

async function resultOf(asked: ThreadTask): Promise<ThreadResult> {
  if (asked.kind === 'conceal') return conceal(asked.task);
  const detector = await loadLanguageDetector();
  if (asked.kind === 'transcribe') return transcribe(asked.task, detector);
  return asked.kind === 'analyze'
    ? analyze(asked.task, detector)
    : evaluate(asked.task, asked.scorecard, detector);
}
