/**
 * Which first steps of the dashboard a new user has done, from facts of the service and not from
 * the browser's memory. Each needs at most one row. Reads only.
 */
import type { Static } from 'typebox';
import type { Project } from '../core/project/project.ts';
import type { CallFilter, DeliveryFilter } from '../engine/ports/query-store.ts';
import type { OnboardingReply } from './schema/system.ts';
import type { Service } from './service.ts';

type Reply = Static<typeof OnboardingReply>;
type Step = Reply['steps'][number];

const ANY_CALL: CallFilter = { direction: null, fromMs: null, toMs: null };
const DELIVERED: DeliveryFilter = {
  callId: null,
  endpoint: null,
  trigger: null,
  fromMs: null,
  toMs: null,
  states: ['delivered'],
};
/** How many items of the inbox are searched for a signature. */
const ITEMS_MAX = 50;
const ENDPOINTS_MAX = 100;

export async function onboarding(
  service: Service,
  { key, id }: Pick<Project, 'key' | 'id'>,
): Promise<Reply> {
  const { store, version, publicUrl, apiKeys, people } = service;
  const nowMs = service.clock.wallMs();
  const [condition, endpoints, [call], [delivered], keys, members] = await Promise.all([
    store.condition(),
    store.endpoints({ projectKey: key, afterKey: null, limit: ENDPOINTS_MAX }),
    store.calls({ projectKey: key, filter: ANY_CALL, beforeKey: null, limit: 1 }),
    store.deliveries({ projectKey: key, filter: DELIVERED, beforeKey: null, limit: 1, nowMs }),
    apiKeys.list(key),
    people.members.list(key),
  ]);
  const enabled = endpoints.find((endpoint) => endpoint.enabled);
  const signed = endpoints.find(({ auth }) => auth?.method === 'rsa-sha256');
  const reporting = keys.find(
    ({ lastUsedAtMs, scopes }) => lastUsedAtMs !== null && scopes.includes('reports:write'),
  );
  const isSecure = publicUrl?.startsWith('https:') === true;
  const steps: readonly Step[] = [
    { step: 'server', done: true, detail: `${version}, ${condition.engine}` },
    stepOf('endpoint', enabled?.name),
    stepOf('call', call?.callId),
    stepOf('delivery', delivered?.callId),
    stepOf('signature', (await verified(service, id)) ?? (await answered(service, key, signed))),
    stepOf('platform', reporting?.name),
    stepOf('secured', isSecure ? publicUrl : members.length > 1 ? `${members.length}` : undefined),
  ];
  return { steps: [...steps], done: steps.filter(({ done }) => done).length };
}

function stepOf(step: Step['step'], detail: string | null | undefined): Step {
  return { step, done: detail !== undefined && detail !== null, detail: detail ?? null };
}

/** Items that this service signed, as the inbox verified. */
async function verified({ inbox }: Service, projectId: string): Promise<string | null> {
  if (inbox.kind === 'off') return null;
  const anything = {
    channel: null,
    name: null,
    callId: null,
    text: null,
    fromMs: null,
    toMs: null,
  };
  const items = await inbox.inbox.list(projectId, anything, null, ITEMS_MAX);
  return items.find(({ verification }) => verification?.signature === 'valid')?.id ?? null;
}

/** Whether a receiver accepted a signed request. */
async function answered(
  { store, clock }: Service,
  projectKey: Project['key'],
  signed:
    | { readonly key: NonNullable<DeliveryFilter['endpoint']>; readonly name: string }
    | undefined,
): Promise<string | null> {
  if (signed === undefined) return null;
  const filter = { ...DELIVERED, endpoint: signed.key };
  const asked = { projectKey, filter, beforeKey: null, limit: 1, nowMs: clock.wallMs() };
  const [delivered] = await store.deliveries(asked);
  return delivered === undefined ? null : signed.name;
}
