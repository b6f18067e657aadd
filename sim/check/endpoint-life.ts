/**
 * Each endpoint as it was on disk at any moment of a run: its settings, enabled or not, deleted or
 * not, and which changes by hand touched its deliveries. Reads committed changes only; the checkers
 * use it to explain what they see.
 */
import type { Endpoint, EndpointSettings } from '../../src/core/endpoint/endpoint.ts';
import { type DeliveryKey, type EndpointKey, parseId } from '../../src/core/id.ts';
import type { CancelScope } from '../../src/engine/ports/manage-store.ts';
import type { Change, Moment } from './change.ts';

export interface EndpointVersion {
  readonly since: Moment;
  readonly settings: EndpointSettings;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly revision: number;
}

/** `reopen`: closed deliveries came back, or a retry was hurried. `cancel`: open ones closed. */
export interface HandMove {
  readonly kind: 'reopen' | 'cancel';
  readonly by: Change['name'];
  /** Null if it may have touched any delivery of the endpoint. */
  readonly delivery: DeliveryKey | null;
  /** Which deliveries a `cancelOpen` closed. */
  readonly scope: CancelScope['kind'] | null;
  readonly since: Moment;
}

export class EndpointLife {
  readonly versions: EndpointVersion[] = [];
  readonly moves: HandMove[] = [];

  /** The version on disk just after the happening with place `at`. */
  versionAt(at: number): EndpointVersion | null {
    let low = 0;
    let high = this.versions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.versions[middle]?.since.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return this.versions[low - 1] ?? null;
  }

  /** The versions that were on disk at some moment from `fromAt` to `toAt`. */
  versionsBetween(fromAt: number, toAt: number): readonly EndpointVersion[] {
    const first = this.versionAt(fromAt);
    const later = this.versions.filter(({ since }) => since.at > fromAt && since.at <= toAt);
    return first === null ? later : [first, ...later];
  }

  /** A change by hand that may have touched this delivery between two places. */
  moved(kind: HandMove['kind'], delivery: DeliveryKey | null, fromAt: number, toAt: number) {
    return this.moves.some(
      (move) =>
        move.kind === kind &&
        move.since.at > fromAt &&
        move.since.at <= toAt &&
        (move.delivery === null || delivery === null || move.delivery === delivery),
    );
  }
}

export function endpointLives(changes: readonly Change[]): Map<EndpointKey, EndpointLife> {
  const lives = new Map<EndpointKey, EndpointLife>();
  for (const change of changes) follow(lives, change);
  return lives;
}

function follow(lives: Map<EndpointKey, EndpointLife>, change: Change): void {
  switch (change.name) {
    case 'createEndpoint':
      keep(lives, change.value, change);
      return;
    case 'updateEndpoint':
    case 'setEnabled':
      if (change.value !== null) keep(lives, change.value, change);
      return;
    case 'deleteEndpoint':
      if (change.value) alter(lives, change.argument.key, change, { deleted: true });
      return;
    case 'settle':
      noteSettle(lives, change);
      return;
    case 'retryDelivery':
    case 'cancelDelivery':
      if (change.value.kind !== 'changed') return;
      note(lives, change.value.endpoint, change, change.argument.key);
      return;
    case 'stepBulk':
      for (const endpoint of change.value?.endpoints ?? []) note(lives, endpoint, change, null);
      return;
    case 'cancelOpen':
      if (change.value.changed > 0) note(lives, change.argument.endpoint, change, null);
      return;
    default:
  }
}

/** An attempt can disable its endpoint. If it may not be sent, it is cancelled instead. */
function noteSettle(lives: Map<EndpointKey, EndpointLife>, change: Change & { name: 'settle' }) {
  const { argument, value } = change;
  if (value.kind === 'fenced') return;
  const now = lives.get(argument.endpoint)?.versions.at(-1);
  if (argument.attempt === null) note(lives, argument.endpoint, change, argument.delivery);
  if (argument.disable === null || now === undefined || !now.enabled || now.deleted) return;
  if (argument.revision !== null && argument.revision !== now.revision) return;
  alter(lives, argument.endpoint, change, { enabled: false });
}

function keep(lives: Map<EndpointKey, EndpointLife>, endpoint: Endpoint, since: Moment): void {
  const { key, enabled, deletedAtMs, revision } = endpoint;
  lifeOf(lives, key).versions.push({
    since: momentOf(since),
    settings: endpoint,
    enabled,
    deleted: deletedAtMs !== null,
    revision,
  });
}

function alter(
  lives: Map<EndpointKey, EndpointLife>,
  key: EndpointKey,
  since: Moment,
  change: Partial<EndpointVersion>,
): void {
  const life = lifeOf(lives, key);
  const last = life.versions.at(-1);
  if (last === undefined) return;
  const revision = last.revision + 1;
  life.versions.push({ ...last, ...change, revision, since: momentOf(since) });
}

function note(
  lives: Map<EndpointKey, EndpointLife>,
  key: EndpointKey,
  change: Change,
  delivery: DeliveryKey | null,
): void {
  // Operators of a script recover and retry by bulk jobs, and cancel by none.
  const kind = change.name === 'retryDelivery' || change.name === 'stepBulk' ? 'reopen' : 'cancel';
  const scope = change.name === 'cancelOpen' ? change.argument.scope.kind : null;
  const since = momentOf(change);
  lifeOf(lives, key).moves.push({ kind, by: change.name, delivery, scope, since });
}

function lifeOf(lives: Map<EndpointKey, EndpointLife>, key: EndpointKey): EndpointLife {
  const present = lives.get(key) ?? new EndpointLife();
  lives.set(key, present);
  return present;
}

export function momentOf({ at, ms, wallMs }: Moment): Moment {
  return { at, ms, wallMs };
}

/** The key in a delivery's id; null if the id holds none. */
export function deliveryKeyOf(id: string): number {
  return parseId('dlv', id)?.key ?? -1;
}
