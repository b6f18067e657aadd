/**
 * The local inbox: receivers within the service that answer like real ones, so that everything can
 * be tried without an external account. `src/inbox/` implements it; the API shows it. Every method
 * takes the asking project and returns only that project's data. All data is in memory only.
 */

export const INBOX_CHANNELS = ['http', 'slack', 'teams', 'email'] as const;
export type InboxChannel = (typeof INBOX_CHANNELS)[number];

export const INBOX_ACTIONS = ['answer', 'hang', 'drop'] as const;
export const INBOX_STAGES = ['rcpt', 'data'] as const;

/** A box: a name in an address, or a mail address. */
export interface InboxBoxName {
  readonly channel: InboxChannel;
  readonly name: string;
}

/** What a box answers instead of the real receiver's answer, how often, and to which requests. */
export interface InboxBehaviour {
  readonly action: (typeof INBOX_ACTIONS)[number];
  /** The HTTP status or the SMTP code; null: the real receiver's answer. */
  readonly status: number | null;
  readonly body: string | null;
  /** The header `Retry-After` as it is sent. */
  readonly retryAfter: string | null;
  readonly delayMs: number;
  /** Mail only: whether the box answers so after the recipient or after the mail. */
  readonly at: (typeof INBOX_STAGES)[number];
  /** Only for the first so many requests; null: for all. */
  readonly first: number | null;
  /** Only for requests about this call; null: for all. */
  readonly callId: string | null;
}

export interface InboxBox extends InboxBoxName {
  /** The target for an endpoint that is to send to this box. */
  readonly target: string;
  /** The number of items since the service started. */
  readonly received: number;
  readonly behaviour: InboxBehaviour | null;
}

/** `left`: the sender closed the connection before the answer. */
export interface InboxAnswer {
  readonly outcome: 'pending' | 'answered' | 'hung' | 'dropped' | 'left';
  readonly status: number | null;
  readonly body: string;
  /** The reason for this answer, as a sentence. */
  readonly reason: string;
}

export interface InboxHeader {
  readonly name: string;
  /** Masked unless the value is known to be no secret. */
  readonly value: string;
}

/** What the receiver of a custom endpoint would verify; a null field could not be judged. */
export interface InboxVerification {
  readonly verdict: 'valid' | 'invalid' | 'unsigned';
  readonly detail: string;
  readonly signature: 'valid' | 'invalid' | 'absent';
  readonly timestamp: 'within' | 'outside' | 'absent';
  /** By how many seconds `webhook-timestamp` was before the arrival. */
  readonly ageS: number | null;
  readonly digest: 'matches' | 'differs' | 'absent';
  /** `repeat`: its id was accepted before. `late`: a later one of its call was accepted before. */
  readonly order: 'in-order' | 'repeat' | 'late' | 'unknown';
}

export interface InboxItem extends InboxBoxName {
  readonly key: number;
  readonly id: string;
  readonly receivedAtMs: number;
  /** Null if the item does not name it. */
  readonly trigger: string | null;
  readonly callId: string | null;
  readonly attempt: number | null;
  readonly sequence: number | null;
  /** Known for items that this process sent itself. */
  readonly endpointId: string | null;
  readonly deliveryId: string | null;
  /** A sample or a copy, which is in no lane. */
  readonly test: boolean;
  readonly bytes: number;
  readonly answer: InboxAnswer;
  /** Only for `http`. */
  readonly verification: InboxVerification | null;
}

export interface InboxMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly messageId: string | null;
  readonly text: string;
  readonly html: string | null;
}

export interface InboxItemDetail extends InboxItem {
  readonly headers: readonly InboxHeader[];
  /** The text as it arrived. */
  readonly body: string;
  /** The body as JSON: the payload, Slack's blocks, Teams' card; null if it is no JSON. */
  readonly json: unknown;
  readonly mail: InboxMail | null;
}

export interface InboxFilter {
  readonly channel: InboxChannel | null;
  readonly name: string | null;
  readonly callId: string | null;
  /** A part of the call id, trigger, box, delivery or endpoint; case is ignored. */
  readonly text: string | null;
  /** Arrived at or after `fromMs`, and before `toMs`. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface Inbox {
  /** The newest first, starting before the key `before`. */
  list(
    projectId: string,
    filter: InboxFilter,
    before: number | null,
    limit: number,
  ): Promise<readonly InboxItem[]>;
  /** Throws NOT_FOUND if the project has no such item or it was dropped. */
  get(projectId: string, id: string): Promise<InboxItemDetail>;
  /** Removes all items and returns their number. */
  clear(projectId: string): number;
  /** Removes the items of these calls from every box. */
  forgetCalls(projectId: string, callIds: readonly string[]): void;
  boxes(projectId: string): readonly InboxBox[];
  box(projectId: string, box: InboxBoxName): InboxBox;
  /** Null removes the behaviour. Throws INVALID_INPUT if the combination makes no sense. */
  program(projectId: string, box: InboxBoxName, behaviour: InboxBehaviour | null): InboxBox;
}

/** Whether this process has an inbox; `reason` says how to turn it on. */
export type InboxAccess =
  | { readonly kind: 'on'; readonly inbox: Inbox }
  | { readonly kind: 'off'; readonly reason: string };
