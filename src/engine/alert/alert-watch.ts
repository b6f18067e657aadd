/**
 * Looks for alerts (S17.2 to S17.9): each round reads the facts, opens and ends alerts, and stores
 * whom to tell. Of several processes one has the turn; a process that serves only the API may have
 * it too, so that it is told when no worker is left. A round that dies half-way is continued by the
 * next one. It must never touch a lane, a call or the health of an endpoint: what it sends can open
 * no alert.
 */
import type { Alert } from '../../core/alert/alert.ts';
import {
  type AlertFacts,
  conditionsOf,
  type ProcessFacts,
  type ProjectFacts,
} from '../../core/alert/condition.ts';
import { type AlertGroup, edgeOf, groupsToTell, roundOf } from '../../core/alert/edge.ts';
import { renderNotice } from '../../core/alert/notice.ts';
import { isWatched, type LiveAlert } from '../../core/alert/watched.ts';
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import type { ProjectKey } from '../../core/id.ts';
import { ENDPOINTS_MAX } from '../../core/project/limits.ts';
import { OPS_TRIGGERS, type OpsTrigger } from '../../core/trigger/ops-trigger.ts';
import { PollLoop } from '../poll-loop.ts';
import type { AlertStore, NewNotice, Recipient } from '../ports/alert-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Emit, EngineEvent } from '../ports/emit.ts';
import type { EndpointStore } from '../ports/manage-store.ts';
import type { Member, MemberStore } from '../ports/people-store.ts';
import { isMailed } from './alert-mail.ts';
import { noticeClosed } from './notice-closed.ts';

export interface AlertWatch {
  start(): void;
  /** Whether this process may send notices now. */
  hasTurn(): boolean;
  /** Open alerts of all projects when it looked last; null if it has not, or lost the turn. */
  open(): OpenAlerts | null;
  /** Begins no further round and waits for the one under way. */
  stop(): Promise<void>;
}

/** How many alerts of each trigger are open. */
type OpenAlerts = Readonly<Record<OpsTrigger, number>>;

export interface AlertWatchParts {
  readonly store: Pick<
    AlertStore,
    | 'takeAlertTurn'
    | 'alertFacts'
    | 'liveAlerts'
    | 'maintenanceWindows'
    | 'stepAlerts'
    | 'tellAlerts'
  > &
    Pick<EndpointStore, 'endpoints'> &
    Pick<MemberStore, 'members'>;
  readonly clock: Clock;
  readonly emit: Emit;
  /** The name of this process, unlike that of any other. */
  readonly holder: string;
  /** Whether no other process shares the store. */
  readonly alone: boolean;
  readonly everyMs: number;
  /** Of the data directory; null: there is none. */
  readonly freeBytes: (() => Promise<number>) | null;
  /** Whether mail can be sent to members. */
  readonly mails: boolean;
  readonly publicUrl: string | null;
  /** Notices were stored. */
  readonly onTold: () => void;
}

/** A turn outlasts some rounds, so that a slow one does not pass it on. */
const TURN_ROUNDS = 3;
const TURN_MS_MIN = 10_000;
/** Their facts are one read, some 10 ms of a reader, and one message. */
const PROJECTS_AT_ONCE = 250;
/** Alerts that one change of the store opens, and changes: some 10 ms of its writer. */
const STEPPED_AT_ONCE = 200;

export function createAlertWatch(parts: AlertWatchParts): AlertWatch {
  const { store, clock, emit, holder, alone, everyMs } = parts;
  const watchingSinceMs = clock.wallMs();
  let turnUntilMonoMs = Number.NEGATIVE_INFINITY;
  let open: OpenAlerts | null = null;

  const loseTurn = (): void => {
    turnUntilMonoMs = Number.NEGATIVE_INFINITY;
    open = null;
  };

  const takeTurn = async (): Promise<boolean> => {
    const turnMs = Math.max(TURN_MS_MIN, everyMs * TURN_ROUNDS);
    const [nowMs, monoMs] = [clock.wallMs(), clock.monoMs()];
    const isOurs = await store.takeAlertTurn({ holder, nowMs, untilMs: nowMs + turnMs, alone });
    if (isOurs) turnUntilMonoMs = monoMs + turnMs;
    else loseTurn();
    return isOurs;
  };

  const round = async (): Promise<number> => {
    if (!(await takeTurn())) return everyMs;
    const nowMs = clock.wallMs();
    const now = { nowMs, freeBytes: await freeBytesOf(parts), watchingSinceMs };
    const counts = new Map<OpsTrigger, number>(OPS_TRIGGERS.map((trigger) => [trigger, 0]));
    // Ends: each step moves to projects with higher keys.
    for (let afterKey: ProjectKey | null = null; ; ) {
      const asked = { nowMs, afterKey, limit: PROJECTS_AT_ONCE };
      const facts = await store.alertFacts(asked);
      if (facts.projects.length === 0) break;
      const live = await step(parts, facts, now);
      if (live === null) {
        loseTurn();
        return everyMs;
      }
      count(counts, live);
      await tell(parts, facts, live, nowMs);
      afterKey = facts.projects.at(-1)?.key ?? null;
      if (afterKey === null || facts.projects.length < PROJECTS_AT_ONCE) break;
    }
    // True because it begins with every trigger.
    open = Object.fromEntries(counts) as OpenAlerts;
    return everyMs;
  };

  const loop = new PollLoop({ clock, emit, operation: 'alerts', round, retryMs: () => everyMs });
  const hasTurn = (): boolean => clock.monoMs() < turnUntilMonoMs;
  return {
    start: () => loop.startAfter(everyMs),
    hasTurn,
    open: () => (hasTurn() ? open : null),
    stop: () => loop.stop().then(() => {}),
  };
}

function count(counts: Map<OpsTrigger, number>, live: readonly Alert[]): void {
  for (const { trigger, recoveredAtMs } of live) {
    if (recoveredAtMs === null) counts.set(trigger, (counts.get(trigger) ?? 0) + 1);
  }
}

/** A disk that cannot be asked is unknown: the other conditions still count. */
async function freeBytesOf({ freeBytes }: AlertWatchParts): Promise<number | null> {
  return freeBytes === null ? null : freeBytes().catch(() => null);
}

/** Opens, keeps and ends alerts; returns those that are live then. Null: the turn is lost. */
async function step(
  { store, holder, emit }: AlertWatchParts,
  facts: AlertFacts,
  now: ProcessFacts,
): Promise<readonly LiveAlert[] | null> {
  const { nowMs } = now;
  const projects = new Map(facts.projects.map((each) => [each.key, each]));
  const rest = new Map(facts.projects.map(({ key, settings }) => [key, settings.recoverAfterMs]));
  const live = await store.liveAlerts({ projects: [...projects.keys()] });
  const { opened, changed } = roundOf(live, conditionsOf(facts, now), rest, nowMs, (alert) =>
    isWatched(alert, projects.get(alert.projectKey)),
  );
  const after = new Map(live.map((alert) => [alert.key, alert]));
  const changes = changed.map(({ alert, ...change }) => ({ ...change, key: alert.key }));
  for (const part of partsOf(opened, changes)) {
    const stepped = await store.stepAlerts({ holder, nowMs, ...part });
    if (stepped === null) return null;
    for (const alert of stepped.changed) {
      const before = after.get(alert.key);
      after.set(alert.key, alert);
      if (alert.recoveredAtMs !== null) emit(edgeEvent('alert.recovered', alert, projects));
      else if (before?.recoveredAtMs !== null) emit(edgeEvent('alert.opened', alert, projects));
    }
    for (const alert of stepped.opened) {
      after.set(alert.key, alert);
      emit(edgeEvent('alert.opened', alert, projects));
    }
  }
  return [...after.values()];
}

type Step = Parameters<AlertStore['stepAlerts']>[0];
type Part = Pick<Step, 'opened' | 'changed'>;

/** So that none holds up other changes of the store for long. */
function partsOf(opened: Step['opened'], changed: Step['changed']): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < Math.max(opened.length, changed.length); at += STEPPED_AT_ONCE) {
    const end = at + STEPPED_AT_ONCE;
    parts.push({ opened: opened.slice(at, end), changed: changed.slice(at, end) });
  }
  return parts;
}

function edgeEvent(
  name: 'alert.opened' | 'alert.recovered',
  { id: alertId, projectKey, trigger, subject }: Alert,
  projects: ReadonlyMap<ProjectKey, ProjectFacts>,
): EngineEvent {
  return { name, projectId: projects.get(projectKey)?.id ?? '', alertId, trigger, subject };
}

/** Stores a notice for each receiver of what has to be told. */
async function tell(
  parts: AlertWatchParts,
  facts: AlertFacts,
  live: readonly Alert[],
  nowMs: number,
): Promise<void> {
  const { store, holder, emit } = parts;
  const due = live.filter((alert) => edgeOf(alert) !== null);
  if (due.length === 0) return;
  const projects = [...new Set(due.map(({ projectKey }) => projectKey))];
  const windows = await store.maintenanceWindows({ nowMs, projects });
  for (const group of groupsToTell(due, windows, nowMs)) {
    const project = facts.projects.find(({ key }) => key === group.projectKey);
    if (project === undefined) continue;
    const notices = await noticesOf(parts, group, project, nowMs);
    const alerts = group.alerts.map(({ key, told }) => ({ key, from: told, to: group.edge }));
    const dropped = await store.tellAlerts({ holder, alerts, notices });
    if (dropped === null) continue;
    for (const notice of dropped) emit(noticeClosed(notice, project.id));
    parts.onTold();
  }
}

async function noticesOf(
  parts: AlertWatchParts,
  group: AlertGroup,
  project: ProjectFacts,
  nowMs: number,
): Promise<readonly NewNotice[]> {
  const { projectKey, edge } = group;
  const endpoints = await parts.store.endpoints({
    projectKey,
    afterKey: null,
    limit: ENDPOINTS_MAX,
  });
  const members = parts.mails ? await parts.store.members(projectKey) : [];
  return [...endpoints.flatMap(toEndpoint), ...members.flatMap(toMember)];

  /** An endpoint is never told of itself: it would not arrive. */
  function toEndpoint(endpoint: Endpoint): readonly NewNotice[] {
    if (!endpoint.enabled || !endpoint.opsTriggers.includes(group.alerts[0].trigger)) return [];
    const others = group.alerts.filter((alert) => alert.endpoint !== endpoint.key);
    return to({ endpoint: endpoint.key, user: null }, others);
  }

  function toMember({ user, role }: Member): readonly NewNotice[] {
    if (!isMailed(role, project.settings.mail)) return [];
    return to({ endpoint: null, user: user.key }, group.alerts);
  }

  function to(recipient: Recipient, [first, ...rest]: AlertGroup['alerts'] | Told) {
    if (first === undefined) return [];
    const told = { ...group, alerts: [first, ...rest] } as const;
    const firing = renderNotice(told, project, parts.publicUrl, nowMs);
    const alerts = told.alerts.map(({ key }) => key);
    return [{ projectKey, recipient, edge, firing, alerts }];
  }
}

type Told = readonly AlertGroup['alerts'][0][];
