/**
 * Slack, Teams and mail with no account anywhere: endpoints of these kinds that point at the local
 * inbox of the service, and whether each got what the rules say, once and in order. The verdict is
 * pure, so that it can be tested with items that are wrong.
 */
import type { Api, InboxItem } from './api.ts';
import { type Scenario, SEEN_TRIGGERS } from './scenario.ts';
import { type Finding, finding } from './verdict.ts';

/** Each with its box in the inbox, and what its receiver answers when it takes a message. */
export const SEEN_KINDS = {
  slack: { box: 'demo', taken: 200 },
  teams: { box: 'demo', taken: 202 },
  email: { box: 'ops@example.com', taken: 250 },
} as const;
export type SeenKind = keyof typeof SEEN_KINDS;
export const SEEN_KIND_NAMES: readonly SeenKind[] = ['slack', 'teams', 'email'];

/** The ids of the endpoints, to their kinds. */
export async function registerSeen(api: Api): Promise<ReadonlyMap<string, SeenKind>> {
  const kinds = new Map<string, SeenKind>();
  for (const kind of SEEN_KIND_NAMES) {
    const target = await api.boxTarget(kind, SEEN_KINDS[kind].box);
    const settings = { name: kind, kind, target, triggers: SEEN_TRIGGERS };
    kinds.set((await api.createEndpoint(settings)).id, kind);
  }
  return kinds;
}

/** `items`: all that came to the inbox, in the order of arrival. */
export function judgeSeen(
  items: readonly InboxItem[],
  scenarios: readonly Scenario[],
): readonly Finding[] {
  return SEEN_KIND_NAMES.map((kind) => {
    const came = items.filter(({ channel }) => channel === kind);
    const expected = scenarios.flatMap((scenario) => expectedOf(kind, scenario));
    const faults = scenarios.flatMap((scenario) => {
      const wanted = expectedOf(kind, scenario).join('; ');
      const found = came.filter(({ callId }) => callId === scenario.callId).map(describe);
      const got = found.join('; ');
      return wanted === got ? [] : [`${scenario.callId}: expected ${wanted} but got ${got}`];
    });
    if (came.length !== expected.length) {
      faults.push(`${came.length} messages instead of ${expected.length}`);
    }
    return finding(
      `messages seen in order at "${kind}"`,
      `${came.length} of ${expected.length}`,
      faults,
    );
  });
}

/** One message for each trigger that is ticked, at its place in the lane, at the first attempt. */
function expectedOf(kind: SeenKind, { expected }: Scenario): readonly string[] {
  return expected
    .filter(({ event }) => SEEN_TRIGGERS.includes(event))
    .map(({ event }, at) => `#${at + 1} ${event}, attempt 1 ${SEEN_KINDS[kind].taken}`);
}

function describe({ sequence, trigger, attempt, answer }: InboxItem): string {
  return `#${sequence} ${trigger}, attempt ${attempt} ${answer.status ?? answer.outcome}`;
}
