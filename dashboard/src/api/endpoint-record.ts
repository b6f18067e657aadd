/**
 * What is asked and answered about one endpoint besides its record: checks, previews, tests,
 * triggers, figures, and what the form offers to choose from. Types of the service only.
 */
import type {
  EndpointBody,
  EndpointPatchBody,
  SavedEndpointBody,
} from '../../../src/http/schema/endpoint.ts';
import type { PreviewBody } from '../../../src/http/schema/endpoint-action.ts';
import type { showScorecard } from '../../../src/http/schema/scorecard.ts';
import type { showSigningKey } from '../../../src/http/schema/signing-key.ts';

export type SavedEndpointRecord = Readonly<SavedEndpointBody>;
export type EndpointInput = Readonly<EndpointBody>;
export type EndpointPatch = Readonly<EndpointPatchBody>;
export type {
  CallPreviewBody,
  CheckReply,
  EnableReply,
  PreviewBody,
  PreviewReply,
  ProbeBody,
  ProbeReply,
  TestReply,
} from '../../../src/http/schema/endpoint-action.ts';
export type { InboxBoxRecord } from '../../../src/http/schema/inbox.ts';
export type { EndpointStatsReply, StatsReply } from '../../../src/http/schema/stats.ts';
export type { TriggerList, TriggerRecord } from '../../../src/http/schema/trigger.ts';
export type ScorecardRecord = Readonly<ReturnType<typeof showScorecard>>;
export type SigningKeyRecord = Readonly<ReturnType<typeof showSigningKey>>;

export type EndpointKind = EndpointInput['kind'];
export type Sample = NonNullable<PreviewBody['sample']>;
