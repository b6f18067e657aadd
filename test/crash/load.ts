/**
 * A telephony platform under load: it walks calls from CALLING to an end, several at a time, and
 * tries a report again, with the same report id, until the service says 202. What was answered is
 * what the service owes.
 */
import { API_KEY } from '../support/service-process.ts';

/** A report that was answered 202, with the triggers that it fired. */
export interface Acknowledged {
  readonly callId: string;
  readonly reportId: string;
  readonly triggers: readonly string[];
}

const WALKS = [
  ['CALLING', 'COMPLETED'],
  ['CALLING', 'CLOSING', 'COMPLETED'],
  ['CALLING', 'BUSY'],
  ['QUEUED', 'CALLING', 'VOICEMAIL_REACHED'],
  ['CANCELED'],
] as const;

const RETRY_PAUSE_MS = 20;
const REQUEST_TIMEOUT_MS = 10_000;

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  readonly refused: readonly string[];
  /** Ends each walker after the call that it is at, with every report of it acknowledged. */
  stop(): Promise<void>;
}

/** `url` is asked anew for every try, since a restarted service may have another port. */
export function startLoad(url: () => string, walkers: number, random: () => number): Load {
  const acknowledged: Acknowledged[] = [];
  const refused: string[] = [];
  let stopping = false;
  let calls = 0;
  const walk = async (): Promise<void> => {
    while (!stopping) {
      calls += 1;
      const callId = `call ${calls}/ü-${Math.floor(random() * 1e9)}`;
      const statuses = WALKS[Math.floor(random() * WALKS.length)] ?? WALKS[0];
      for (const [step, status] of statuses.entries()) {
        const reportId = `${callId}:${step}`;
        const answer = await report(url, callId, { status, direction: 'OUTBOUND', reportId });
        if (answer.kind === 'refused') refused.push(`${callId} ${status}: ${answer.text}`);
        else acknowledged.push({ callId, reportId, triggers: answer.triggers });
      }
    }
  };
  const walking = Array.from({ length: walkers }, walk);
  return {
    acknowledged,
    refused,
    async stop() {
      stopping = true;
      await Promise.all(walking);
    },
  };
}

type Answer =
  | { readonly kind: 'accepted'; readonly triggers: readonly string[] }
  | { readonly kind: 'refused'; readonly text: string };

async function report(url: () => string, callId: string, body: object): Promise<Answer> {
  for (;;) {
    try {
      const response = await fetch(`${url()}/v1/calls/${encodeURIComponent(callId)}/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const text = await response.text();
      if (response.status === 202) return { kind: 'accepted', ...JSON.parse(text) };
      if (response.status < 500) return { kind: 'refused', text: `${response.status} ${text}` };
    } catch {
      // The service is down or was killed in the middle: the same report is tried again.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
  }
}
