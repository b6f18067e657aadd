/**
 * The analyst on its own thread: one task at a time, a bounded queue, a time limit for each. If the
 * thread takes too long, runs out of memory or dies, only its task fails; the next one gets a new
 * thread. The first task starts the thread. Must never block the event loop.
 */
import { Worker } from 'node:worker_threads';
import type { Analysis } from '../acw/analysis/analysis.ts';
import type { Evaluation } from '../acw/evaluation/evaluation.ts';
import type { Scorecard } from '../acw/evaluation/scorecard.ts';
import { messageOf } from '../core/error/service-error.ts';
import {
  type Analyst,
  AnalystFailure,
  type AnalystFailureReason,
  type AnalystTask,
  type ConcealTask,
  type ReadTranscript,
  type TranscriptTask,
} from '../engine/ports/analyst.ts';
import type { Clock, Timer } from '../engine/ports/clock.ts';

export type ThreadTask =
  | { readonly kind: 'analyze'; readonly task: AnalystTask }
  | { readonly kind: 'evaluate'; readonly task: AnalystTask; readonly scorecard: Scorecard }
  | { readonly kind: 'transcribe'; readonly task: TranscriptTask }
  | { readonly kind: 'conceal'; readonly task: ConcealTask };

export type ThreadResult = Analysis | Evaluation | ReadTranscript;

export type ThreadAnswer =
  | { readonly ok: true; readonly result: ThreadResult }
  | { readonly ok: false; readonly reason: AnalystFailureReason; readonly detail: string };

export interface ThreadAnalystOptions {
  readonly clock: Clock;
  /** Counted from the moment the thread gets the task. */
  readonly timeLimitMs?: number;
  /** The most waiting tasks of each of the two kinds; with logs of 5 MiB they hold 160 MiB. */
  readonly queueMax?: number;
  readonly memoryMiB?: number;
  /** The entry file of the thread; tests pass another one. */
  readonly program?: URL;
}

/** The largest log takes about a second; a slow or busy machine may take ten times as long. */
export const TIME_LIMIT_MS = 30_000;
export const QUEUE_MAX = 16;
/** The language tables take 60 MB; together with the largest log 96 MiB are just enough. */
export const MEMORY_MIB = 512;

interface Job {
  readonly asked: ThreadTask;
  readonly resolve: (result: ThreadResult) => void;
  readonly reject: (failure: AnalystFailure) => void;
}

export function threadAnalyst(options: ThreadAnalystOptions): Analyst {
  const analyst = new ThreadAnalyst(options);
  return {
    // The result has the type of the task, because the worker chooses by `kind`.
    analyze: (task) => analyst.ask({ kind: 'analyze', task }) as Promise<Analysis>,
    evaluate: (task, scorecard) =>
      analyst.ask({ kind: 'evaluate', task, scorecard }) as Promise<Evaluation>,
    transcribe: (task) => analyst.ask({ kind: 'transcribe', task }) as Promise<ReadTranscript>,
    conceal: (task) => analyst.ask({ kind: 'conceal', task }) as Promise<Analysis | Evaluation>,
    close: () => analyst.close(),
  };
}

function kindOf(asked: ThreadTask): 'first' | 'patient' {
  const isOfModel = asked.kind === 'transcribe' || asked.kind === 'conceal';
  return isOfModel || asked.task.patient === true ? 'patient' : 'first';
}

class ThreadAnalyst {
  readonly #options: Required<ThreadAnalystOptions>;
  /** Tasks that will wait for a model anyway are done when there is no other task. */
  readonly #queues: Readonly<Record<'first' | 'patient', Job[]>> = { first: [], patient: [] };
  #thread: Worker | null = null;
  #job: Job | null = null;
  #limit: Timer | null = null;
  #closed = false;

  constructor(options: ThreadAnalystOptions) {
    const program = new URL('./worker.ts', import.meta.url);
    const limits = { timeLimitMs: TIME_LIMIT_MS, queueMax: QUEUE_MAX, memoryMiB: MEMORY_MIB };
    this.#options = { program, ...limits, ...options };
  }

  ask(asked: ThreadTask): Promise<ThreadResult> {
    const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>();
    if (this.#closed) {
      reject(new AnalystFailure('CLOSED', 'The analyst is closed.'));
    } else if (this.#queues[kindOf(asked)].length >= this.#options.queueMax) {
      reject(new AnalystFailure('BUSY', 'Too many call logs wait for analysis. Try again later.'));
    } else {
      this.#queues[kindOf(asked)].push({ asked, resolve, reject });
      this.#next();
    }
    return promise;
  }

  /** Rejects waiting and running tasks; resolves when the thread has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    const failure = new AnalystFailure('CLOSED', 'The analyst was closed before it was done.');
    const { first, patient } = this.#queues;
    for (const job of [...first.splice(0), ...patient.splice(0)]) job.reject(failure);
    await this.#drop(failure);
  }

  #next(): void {
    if (this.#job !== null) return;
    const job = this.#queues.first.shift() ?? this.#queues.patient.shift();
    if (job === undefined) return;
    this.#job = job;
    const { clock, timeLimitMs } = this.#options;
    this.#limit = clock.after(timeLimitMs, () => {
      const detail = `The analysis took longer than ${timeLimitMs} ms and was stopped.`;
      void this.#drop(new AnalystFailure('TIME_LIMIT', detail));
    });
    this.#thread ??= this.#start();
    this.#thread.postMessage(job.asked);
  }

  #start(): Worker {
    const { program, memoryMiB } = this.#options;
    const thread = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMiB } });
    // An idle thread does not keep the process alive; waiting callers have a time limit.
    thread.unref();
    const died = (why: string) => {
      if (thread !== this.#thread) return;
      void this.#drop(new AnalystFailure('INTERNAL', `The analyst's thread has ended: ${why}.`));
    };
    thread.on('message', (answer: ThreadAnswer) => {
      if (thread === this.#thread) this.#answered(answer);
    });
    thread.on('error', (error) => died(messageOf(error)));
    thread.on('exit', (code) => died(`exit code ${code}`));
    return thread;
  }

  #answered(answer: ThreadAnswer): void {
    const job = this.#release();
    if (answer.ok) job?.resolve(answer.result);
    else job?.reject(new AnalystFailure(answer.reason, answer.detail));
    this.#next();
  }

  /** Ends the thread and its task; waiting tasks get a new thread. */
  async #drop(failure: AnalystFailure): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    this.#release()?.reject(failure);
    this.#next();
    await thread?.terminate();
  }

  #release(): Job | null {
    const job = this.#job;
    this.#job = null;
    this.#limit?.cancel();
    this.#limit = null;
    return job;
  }
}
