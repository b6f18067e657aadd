/**
 * Step 8: a channel sends to one kind of destination. `send` never rejects, always ends by
 * `timeoutMs`, and reads a bounded part of the answer. It must never write a request whose permit
 * has ended.
 */
import type { AnyFiring } from '../../core/alert/notice.ts';
import type { SendResult } from '../../core/delivery/outcome.ts';
import type { Endpoint, PayloadVersion } from '../../core/endpoint/endpoint.ts';
import type { OpsTrigger } from '../../core/trigger/ops-trigger.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { Traceparent } from './tracer.ts';

/** The right to send. It ends when another process may take over the deliveries sent under it. */
export interface Permit {
  /**
   * False as soon as another process may send the same delivery; asked just before the request is
   * written.
   */
  holds(): boolean;
  /**
   * Calls `end` once when the permit ends, or at once if it has ended. The returned function
   * removes `end`.
   */
  onEnd(end: () => void): () => void;
}

/**
 * The permit for requests that no other process could send: test sends and mails, which have no
 * lane and no lease. A delivery must never have it, since its right to be sent ends with the lease
 * of its shard.
 */
export const UNENDING_PERMIT: Permit = { holds: () => true, onEnd: () => () => {} };

export interface SendRequest {
  readonly endpoint: Endpoint;
  readonly webhookId: string;
  readonly deliveryId: string;
  /** One of `OPS_TRIGGERS`: a notice of alerts, which is in no lane of a call. */
  readonly trigger: Trigger | OpsTrigger;
  readonly callId: string;
  /** Counted from 1, over the whole life of the delivery. */
  readonly attempt: number;
  readonly sequence: number;
  /** An operator asked for it again, so it may come after later ones of its lane. */
  readonly reopened?: boolean;
  /** The wall clock of this attempt, epoch ms; signatures and `webhook-timestamp` use it. */
  readonly atMs: number;
  readonly payloadVersion: PayloadVersion;
  /** The JSON body (S4); the same text on every attempt. */
  readonly body: string;
  /** The parts of the firing, for channels with another layout. */
  readonly firing: AnyFiring;
  /** A sample, or a copy for the inbox: it is in no lane and never counted. */
  readonly test?: boolean;
  /** The attempt's span; absent if it is not traced. */
  readonly traceparent?: Traceparent;
  /** Once it has ended no byte is written, and a request in flight is aborted. */
  readonly permit: Permit;
}

/** The request that an operator may see: every header except credentials, and the body. */
export interface ShownRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Channel {
  send(request: SendRequest): Promise<SendResult>;
  /** Returns the same request without sending it; credentials and signatures are left out. */
  show?(request: SendRequest): ShownRequest;
  /** For kinds whose consumers fetch their messages: the whole request, which nothing sends. */
  write?(request: SendRequest): Promise<WrittenRequest>;
}

/** Headers in lower case, credentials and signatures included; or why it cannot be made. */
export type WrittenRequest =
  | {
      readonly kind: 'written';
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: 'unwritten'; readonly result: Exclude<SendResult, { kind: 'response' }> };
