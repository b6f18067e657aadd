/**
 * What the service said to a planned request. Pure.
 * A refusal is an answer too: it stops nothing else.
 */
import type { RequestAbout } from './plan.ts';

export type Answer =
  | { readonly kind: 'fired'; readonly triggers: readonly string[] }
  | { readonly kind: 'ignored'; readonly reason: string }
  | { readonly kind: 'stored'; readonly turns: number }
  | { readonly kind: 'batch'; readonly accepted: number; readonly refused: number }
  | { readonly kind: 'refused'; readonly message: string };

/** Of `POST …/reports`, `/v1/reports` and `/v1/call-logs/…`, as far as it is told. */
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
