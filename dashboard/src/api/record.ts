/**
 * The records of the public API that the dashboard shows, as the service itself types them. Only
 * types come from there: a field that is renamed fails the type check here, and no line of the
 * service is built into the page.
 */
import type { showExplanation, showTimeline } from '../../../src/http/schema/call.ts';
import type { showDelivery, showDeliveryDetails } from '../../../src/http/schema/delivery.ts';
import type { showEndpoint } from '../../../src/http/schema/endpoint.ts';

export type { AccountSession, EmailChangeState } from '../../../src/http/schema/account.ts';
export type { InvitationPreview } from '../../../src/http/schema/member.ts';
export type {
  Passkey,
  PasskeyAdded,
  PasskeyCreation,
  PasskeyRequest,
  SecondFactorMeans,
} from '../../../src/http/schema/passkey.ts';
export type {
  Membership,
  Role,
  SecondFactor,
  SessionRecord,
  UserRecord,
} from '../../../src/http/schema/session.ts';
export type { SetupState } from '../../../src/http/schema/setup.ts';
export type EndpointRecord = Readonly<ReturnType<typeof showEndpoint>>;
export type DeliveryRecord = Readonly<ReturnType<typeof showDelivery>>;
export type DeliveryDetail = Readonly<ReturnType<typeof showDeliveryDetails>>;
export type AttemptRecord = DeliveryDetail['attemptList'][number];
export type CallDetail = Readonly<ReturnType<typeof showTimeline>>;
export type ExplanationRecord = Readonly<ReturnType<typeof showExplanation>>;

/** Every list of the API. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}
