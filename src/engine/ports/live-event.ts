/**
 * A note of the live stream: something of a project changed; it carries the id and never the
 * content. It is a hint to read again from the API, which has the truth. `t` is the noun of the API
 * whose lists may have changed.
 */
import type { ProjectKey } from '../../core/id.ts';

export const LIVE_TOPICS = [
  'calls',
  'deliveries',
  'endpoints',
  'acw-runs',
  'acw-results',
  'call-logs',
  'scorecards',
  'sources',
  'inbox',
  'api-keys',
  'signing-keys',
  'project',
  'members',
  'issues',
  'bulk',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** An empty text: the note concerns more than one record, or none. `ep`: the id of an endpoint. */
export interface LiveEvent {
  readonly t: LiveTopic;
  readonly id: string;
  readonly callId: string;
  readonly ep: string;
  readonly state: string;
}

/** `resync`: too much happened to report one by one; the page must read everything again. */
export type LiveNews = LiveEvent | 'resync';

export interface LiveNote {
  readonly project: ProjectKey;
  readonly news: LiveNews;
}

export function liveEvent(t: LiveTopic, about: Partial<Omit<LiveEvent, 't'>> = {}): LiveEvent {
  return { t, id: '', callId: '', ep: '', state: '', ...about };
}
