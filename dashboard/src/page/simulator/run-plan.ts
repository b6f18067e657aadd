/**
 * Sends the requests of a plan, and reads the service's answers. A refusal is an answer too, and
 * does not stop other requests.
 */
import type { PlannedRequest, RequestAbout } from './plan.ts';

export type Answer =
  | { readonly kind: 'fired'; readonly triggers: readonly string[] }
  | { readonly kind: 'ignored'; readonly reason: string }
  | { readonly kind: 'stored'; readonly turns: number }
  | { readonly kind: 'batch'; readonly accepted: number; readonly refused: number }
  | { readonly kind: 'refused'; readonly message: string };

/** The fields of `POST …/reports`, `/v1/reports` and `/v1/call-logs/…` that are shown. */
export interface Reply {
  readonly applied?: boolean;
  readonly reason?: string;
  readonly triggers?: readonly string[];
  readonly turns?: number;
  readonly results?: readonly { readonly status: number }[];
}

export function answerOf(about: RequestAbout, reply: Reply): Answer {
  switch (about.kind) {
    case 'log':
      return { kind: 'stored', turns: reply.turns ?? 0 };
    case 'batch': {
      const results = reply.results ?? [];
      const accepted = results.filter(({ status }) => status < 300).length;
      return { kind: 'batch', accepted, refused: results.length - accepted };
    }
    case 'status':
    case 'errors':
      return reply.applied === false && reply.reason !== undefined
        ? { kind: 'ignored', reason: reply.reason }
        : { kind: 'fired', triggers: reply.triggers ?? [] };
  }
}

export function isRefusal(answer: Answer): boolean {
  return answer.kind === 'refused' || (answer.kind === 'batch' && answer.refused > 0);
}

interface RunParts {
  readonly send: (request: PlannedRequest) => Promise<Answer>;
  /** Resolves after so long, or when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How much faster than life; Infinity: without waiting. */
  readonly speed: number;
  readonly signal: AbortSignal;
  readonly onStart: (request: PlannedRequest) => void;
  readonly onAnswer: (request: PlannedRequest, answer: Answer) => void;
}

export const AT_ONCE = 4;

/**
 * Sends the requests of a plan at their times: those of one moment side by side, `AT_ONCE` at most,
 * and the next moment only when all of them are answered. A refusal is reported and the rest goes
 * on; an abort ends it after the requests that are on their way.
 */
export async function runPlan(plan: readonly PlannedRequest[], parts: RunParts): Promise<void> {
  let atMs = 0;
  for (const moment of moments(plan)) {
    const waitMs = ((moment[0]?.afterMs ?? atMs) - atMs) / parts.speed;
    if (waitMs > 0) await parts.wait(waitMs, parts.signal);
    atMs = moment[0]?.afterMs ?? atMs;
    await sideBySide(moment, parts);
    if (parts.signal.aborted) return;
  }
}

/** Requests of the same time, in the order of the plan. */
function moments(plan: readonly PlannedRequest[]): readonly (readonly PlannedRequest[])[] {
  return [...Map.groupBy(plan, ({ afterMs }) => afterMs).values()];
}

async function sideBySide(requests: readonly PlannedRequest[], parts: RunParts): Promise<void> {
  const queue = [...requests];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (parts.signal.aborted) return;
      parts.onStart(next);
      parts.onAnswer(next, await answered(next, parts));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function answered(request: PlannedRequest, { send }: RunParts): Promise<Answer> {
  try {
    return await send(request);
  } catch (error) {
    return { kind: 'refused', message: error instanceof Error ? error.message : String(error) };
  }
}
