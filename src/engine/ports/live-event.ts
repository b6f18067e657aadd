/**
 * What the live stream tells: that something of a project changed, by its id and never by its
 * content. A hint to ask again; what is true is what the API answers. `t` is the noun of the API
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

/** Empty texts: it concerns more than one, or none. `ep`: an endpoint's id. */
export interface LiveEvent {
  readonly t: LiveTopic;
  readonly id: string;
  readonly callId: string;
  readonly ep: string;
  readonly state: string;
}

/** `resync`: more happened than can be told one by one; ask for everything shown. */
export type LiveNews = LiveEvent | 'resync';

export interface LiveNote {
  readonly project: ProjectKey;
  readonly news: LiveNews;
}

export function liveEvent(t: LiveTopic, about: Partial<Omit<LiveEvent, 't'>> = {}): LiveEvent {
  return { t, id: '', callId: '', ep: '', state: '', ...about };
}
