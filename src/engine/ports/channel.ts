/**
 * Step 8: what the engine asks of a channel, the code that sends to one kind of destination.
 * `send` never rejects and always ends by `timeoutMs`; it reads a bounded part of the answer. It
 * must never write a request whose permit has ended.
 */
import type { SendResult } from '../../core/delivery/outcome.ts';
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import type { StoredFiring } from '../../core/payload/message.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';

/** The right to send: it ends when another process may take over what is sent under it. */
export interface Permit {
  /**
   * False from the moment at which another process may send the same; asked just before the
   * request is written.
   */
  holds(): boolean;
  /** Calls `end` once when it ends, at once when it has; what it answers takes that back. */
  onEnd(end: () => void): () => void;
}

/**
 * The permit of what no other process would ever send: test sends and mails, which are in no lane
 * and under no lease. A delivery must never have it: its right to be sent ends with the lease of
 * its shard.
 */
export const UNENDING_PERMIT: Permit = { holds: () => true, onEnd: () => () => {} };

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
  /** The JSON body (S4); the same text on every attempt. */
  readonly body: string;
  /** The parts of the firing, for channels that lay it out in another way. */
  readonly firing: StoredFiring;
  /** In no lane and never counted: a sample, or a copy for the inbox. */
  readonly test?: boolean;
  /** Not a byte goes out once it has ended, and what is in flight then ends at once. */
  readonly permit: Permit;
}

/** The request as an operator may see it: every header except credentials, and the body. */
export interface ShownRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Channel {
  send(request: SendRequest): Promise<SendResult>;
  /** The same request without sending it; credentials and signatures are left out. */
  show?(request: SendRequest): ShownRequest;
}
