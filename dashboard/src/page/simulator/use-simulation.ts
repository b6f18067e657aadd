/**
 * A run of the simulator: what was sent, what was answered, and whether it still goes on. It ends
 * when its page is left.
 */
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { PlannedRequest } from './plan.ts';
import { type Answer, answerOf, isRefusal, type Reply, runPlan } from './run-plan.ts';

export type RunState = 'idle' | 'running' | 'done' | 'aborted' | 'failed';

export interface Simulation {
  readonly state: RunState;
  /** The requests of the current or last run; null before the first start. */
  readonly plan: readonly PlannedRequest[] | null;
  readonly callIds: readonly string[];
  /** Answers by the number of the request; `sending` while it is on its way. */
  readonly answers: ReadonlyMap<number, Answer | 'sending'>;
  start(plan: readonly PlannedRequest[], callIds: readonly string[], speed: number): void;
  abort(): void;
}

const NOTHING: ReadonlyMap<number, Answer | 'sending'> = new Map();

export function useSimulation(): Simulation {
  const client = useClient();
  const [state, setState] = useState<RunState>('idle');
  const [plan, setPlan] = useState<readonly PlannedRequest[] | null>(null);
  const [callIds, setCallIds] = useState<readonly string[]>([]);
  const [answers, setAnswers] = useState(NOTHING);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const note = (request: PlannedRequest, answer: Answer | 'sending'): void =>
    setAnswers((before) => new Map(before).set(request.number, answer));
  const start: Simulation['start'] = (requests, ids, speed) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    let refused = false;
    setPlan(requests);
    setCallIds(ids);
    setAnswers(NOTHING);
    setState('running');
    void runPlan(requests, {
      speed,
      wait,
      signal: controller.signal,
      send: async ({ path, body, about }) =>
        answerOf(about, await client.post<Reply>(path, body, { timeoutMs: SEND_MS })),
      onStart: (request) => note(request, 'sending'),
      onAnswer: (request, answer) => {
        refused ||= isRefusal(answer);
        note(request, answer);
      },
    }).then(() => {
      if (running.current !== controller) return;
      setState(controller.signal.aborted ? 'aborted' : refused ? 'failed' : 'done');
    });
  };
  return { state, plan, callIds, answers, start, abort: () => running.current?.abort() };
}

const SEND_MS = 30_000;

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
