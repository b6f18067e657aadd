/**
 * The local inbox: receivers inside the service that answer like the real ones, so that everything
 * can be seen with no external account. `src/inbox/` implements it; the API shows it. Every method
 * takes the project that asks, and answers for nothing else. It holds what it has in memory only.
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

/** What a box does instead of what the real receiver would; for how many and which of them. */
export interface InboxBehaviour {
  readonly action: (typeof INBOX_ACTIONS)[number];
  /** The HTTP status, or the SMTP code; null: as the real receiver answers. */
  readonly status: number | null;
  readonly body: string | null;
  /** The header `Retry-After` as it is sent. */
  readonly retryAfter: string | null;
  readonly delayMs: number;
  /** Mail only: whether it happens when the recipient is named or when the mail has come. */
  readonly at: (typeof INBOX_STAGES)[number];
  /** Only the first so many of those that it concerns; null: all. */
  readonly first: number | null;
  /** Only what is about this call; null: all. */
  readonly callId: string | null;
}

export interface InboxBox extends InboxBoxName {
  /** The target of an endpoint that is to send here. */
  readonly target: string;
  /** Since the service started. */
  readonly received: number;
  readonly behaviour: InboxBehaviour | null;
}

/** `left`: the sender left before the answer. */
export interface InboxAnswer {
  readonly outcome: 'pending' | 'answered' | 'hung' | 'dropped' | 'left';
  readonly status: number | null;
  readonly body: string;
  /** Why it was answered so, as a sentence. */
  readonly reason: string;
}

export interface InboxHeader {
  readonly name: string;
  /** Masked unless it is known to be no secret. */
  readonly value: string;
}

/** What a Custom endpoint's receiver would find out; null in a field: there is nothing to judge. */
export interface InboxVerification {
  readonly verdict: 'valid' | 'invalid' | 'unsigned';
  readonly detail: string;
  readonly signature: 'valid' | 'invalid' | 'absent';
  readonly timestamp: 'within' | 'outside' | 'absent';
  /** Seconds that `webhook-timestamp` was before its arrival. */
  readonly ageS: number | null;
  readonly digest: 'matches' | 'differs' | 'absent';
  /** `repeat`: its id was accepted before. `late`: a later one of its call was. */
  readonly order: 'in-order' | 'repeat' | 'late' | 'unknown';
}

export interface InboxItem extends InboxBoxName {
  readonly key: number;
  readonly id: string;
  readonly receivedAtMs: number;
  /** Null where what came does not say it. */
  readonly trigger: string | null;
  readonly callId: string | null;
  readonly attempt: number | null;
  readonly sequence: number | null;
  /** Of what this process sent itself. */
  readonly endpointId: string | null;
  readonly deliveryId: string | null;
  /** A sample or a copy, which no lane knows. */
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
  /** As it came, as text. */
  readonly body: string;
  /** The body as JSON: the payload, Slack's blocks, Teams' card; null when it is none. */
  readonly json: unknown;
  readonly mail: InboxMail | null;
}

export interface InboxFilter {
  readonly channel: InboxChannel | null;
  readonly name: string | null;
  readonly callId: string | null;
  /** A part of its call id, trigger, box, delivery or endpoint, in either case. */
  readonly text: string | null;
  /** Came at or after, and before. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface Inbox {
  /** The newest first, those before the key `before`. */
  list(
    projectId: string,
    filter: InboxFilter,
    before: number | null,
    limit: number,
  ): Promise<readonly InboxItem[]>;
  /** NOT_FOUND when the project has no such item, or has it no more. */
  get(projectId: string, id: string): Promise<InboxItemDetail>;
  /** Answers how many there were. */
  clear(projectId: string): number;
  /** Removes the items of these calls, whatever box they are in. */
  forgetCalls(projectId: string, callIds: readonly string[]): void;
  boxes(projectId: string): readonly InboxBox[];
  box(projectId: string, box: InboxBoxName): InboxBox;
  /** Null takes the behaviour away. INVALID_INPUT for one that makes no sense. */
  program(projectId: string, box: InboxBoxName, behaviour: InboxBehaviour | null): InboxBox;
}

/** Whether this process has one; `reason` says what to do to have it. */
export type InboxAccess =
  | { readonly kind: 'on'; readonly inbox: Inbox }
  | { readonly kind: 'off'; readonly reason: string };
