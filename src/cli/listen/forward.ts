/**
 * One message of `ringpost listen`: posted to the receiver with its headers and raw body, or only
 * printed, and shown as one line with the answer and the time that it took. The answer is judged as
 * that of a Custom endpoint.
 */
import { judge } from '../../core/delivery/outcome.ts';
import { isoTime } from '../../core/time.ts';

export interface Message {
  readonly lease: string;
  readonly deliveryId: string;
  readonly callId: string;
  readonly trigger: string;
  readonly sequence: number;
  readonly attempt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is said of a message, in the form of the API; without a reason it is acknowledged. */
export interface Said {
  readonly reason?: string;
  readonly retryAfter?: number;
  readonly retry?: boolean;
}

export interface Receiver {
  readonly url: string;
  /** Shorter than the lease. */
  readonly timeoutMs: number;
}

const RULES = { kind: 'custom', retryOther4xx: false } as const;

/** Never rejects. `receiver` null: each message is printed whole. */
export function createForwarder(
  receiver: Receiver | null,
  say: (line: string) => void,
): (message: Message) => Promise<Said> {
  return async (message) => {
    const { trigger, callId, sequence, attempt, deliveryId, headers, body } = message;
    const number = attempt === 1 ? `${sequence}` : `${sequence}, attempt ${attempt}`;
    const what = `${trigger} ${callId} (${number}) ${deliveryId}`;
    const at = isoTime(Date.now()).slice(11, 19);
    if (receiver === null) {
      say(`${at} ${what}`);
      for (const [name, value] of Object.entries(headers)) say(`  ${name}: ${value}`);
      say(`  ${body}`);
      return {};
    }
    const startedMs = performance.now();
    const answer = await post(receiver, headers, body);
    const tookMs = Math.round(performance.now() - startedMs);
    say(`${at} ${what} -> ${answer.text} in ${tookMs} ms`);
    return answer.said;
  };
}

async function post(
  { url, timeoutMs }: Receiver,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<{ readonly text: string; readonly said: Said }> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal,
    });
    await response.body?.cancel();
    const { status } = response;
    const retryAfter = response.headers.get('retry-after');
    const answered = {
      kind: 'response',
      status,
      retryAfter,
      excerpt: null,
      durationMs: 0,
    } as const;
    const { outcome, retryAfterMs } = judge(answered, RULES, Date.now());
    const text = String(status);
    if (outcome === 'delivered') return { text, said: {} };
    const said = {
      reason: `The receiver answered ${status}.`,
      ...(retryAfterMs === null ? {} : { retryAfter: Math.min(86_400, retryAfterMs / 1_000) }),
      retry: outcome === 'retryable',
    };
    return { text, said };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    return { text: why, said: { reason: `The receiver did not answer: ${why}.`.slice(0, 900) } };
  }
}
