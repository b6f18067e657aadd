/**
 * Step 8: what the engine asks of a channel, the code that sends to one kind of destination.
 * `send` never rejects and always ends by `timeoutMs`; it reads a bounded part of the answer.
 */
import type { SendResult } from '../../core/delivery/outcome.ts';
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';

export interface SendRequest {
  readonly endpoint: Endpoint;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly trigger: Trigger;
  readonly callId: string;
  /** From 1, over the whole life of the delivery. */
  readonly attempt: number;
  readonly sequence: number;
  /** Wall clock of this attempt, epoch ms; signatures and `webhook-timestamp` use it. */
  readonly atMs: number;
  /** The JSON body; the same text on every attempt. */
  readonly body: string;
}

/** What goes out, as an operator may see it: every header but the credentials, and the body. */
export interface ShownRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Channel {
  send(request: SendRequest): Promise<SendResult>;
  /** The same request without sending it; credentials and signatures are left out. */
  show?(request: SendRequest): ShownRequest;
}
