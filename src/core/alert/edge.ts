/**
 * The edges of alerts (S17.4 to S17.8): what a round opens, keeps and ends, and what people are
 * told then. What is told follows from what is open and from what was told before, so a round that
 * is repeated, or played by two processes, tells nothing twice. An alert
 * whose end has yet to be told, because it is muted, is open again if its condition is found again:
 * no end is told of what goes on. Pure.
 */
import type { ProjectKey } from '../id.ts';
import type { Alert, Condition, MaintenanceWindow, Told } from './alert.ts';

/** How one alert changes in a round. */
export interface AlertChange {
  readonly alert: Alert;
  /** What was found; null: it is not found any more. */
  readonly found: Condition | null;
  readonly clearSinceMs: number | null;
  /** Non-null: it is over now. */
  readonly recoveredAtMs: number | null;
  readonly told: Told;
}

export interface Round {
  readonly opened: readonly Condition[];
  readonly changed: readonly AlertChange[];
}

/**
 * `live`: alerts that are open, or whose end has yet to be told. `recoverAfterMs`: of each project;
 * an alert of a project without one ends at once. Of an alert that ends while what it is about is
 * not watched any more, no end is told: nothing has recovered.
 */
export function roundOf<Live extends Alert>(
  live: readonly Live[],
  conditions: readonly Condition[],
  recoverAfterMs: ReadonlyMap<ProjectKey, number>,
  nowMs: number,
  watches: (alert: Live) => boolean,
): Round {
  const found = new Map(conditions.map((each) => [nameOf(each), each]));
  const names = new Set(live.filter(isOpen).map(nameOf));
  const again = live.filter((alert) => !isOpen(alert) && isFirst(nameOf(alert)));
  const changed = [...live.filter(isOpen), ...again].flatMap((alert) => {
    const condition = found.get(nameOf(alert)) ?? null;
    const change =
      condition === null
        ? cleared(alert, recoverAfterMs.get(alert.projectKey) ?? 0, nowMs, watches(alert))
        : kept(alert, condition);
    return change === null ? [] : [change];
  });
  return { opened: conditions.filter((each) => !names.has(nameOf(each)) && opens(each)), changed };

  function isFirst(name: string): boolean {
    if (!found.has(name) || names.has(name)) return false;
    names.add(name);
    return true;
  }

  /** An endpoint on hold is said to be on hold, not to be failing as well. */
  function opens({ projectKey, trigger, subject }: Condition): boolean {
    if (trigger !== 'OPS_ENDPOINT_FAILING') return true;
    const held = nameOf({ projectKey, trigger: 'OPS_ENDPOINT_HELD', subject });
    return !found.has(held) && !names.has(held);
  }
}

function isOpen({ recoveredAtMs }: Alert): boolean {
  return recoveredAtMs === null;
}

function nameOf(alert: Pick<Condition, 'projectKey' | 'trigger' | 'subject'>): string {
  return `${alert.projectKey} ${alert.trigger} ${alert.subject}`;
}

/** Null if nothing of it changed, so that an alert that stays writes nothing. */
function kept(alert: Alert, found: Condition): AlertChange | null {
  const isSame = alert.value === found.value && alert.waiting === found.waiting;
  if (isSame && alert.clearSinceMs === null && isOpen(alert)) return null;
  return { alert, found, clearSinceMs: null, recoveredAtMs: null, told: alert.told };
}

function cleared(
  alert: Alert,
  recoverAfterMs: number,
  nowMs: number,
  isWatched: boolean,
): AlertChange | null {
  const since = alert.clearSinceMs;
  // A clock that went back must not keep an alert open.
  const clearSinceMs = since === null || since > nowMs ? nowMs : since;
  const isOver = nowMs - clearSinceMs >= recoverAfterMs;
  if (!isOver && clearSinceMs === since) return null;
  const isUntold = alert.told === 'no' || !isWatched;
  const told = isOver && isUntold ? 'never' : alert.told;
  return { alert, found: null, clearSinceMs, recoveredAtMs: isOver ? nowMs : null, told };
}

/** What people have to be told of an alert now; null: nothing. */
export function edgeOf(alert: Alert): 'opened' | 'recovered' | null {
  if (alert.recoveredAtMs === null) return alert.told === 'no' ? 'opened' : null;
  return alert.told === 'opened' ? 'recovered' : null;
}

export type Edge = NonNullable<ReturnType<typeof edgeOf>>;

/** Alerts of one project, trigger and edge: one notice tells all of them. */
export interface AlertGroup {
  readonly projectKey: ProjectKey;
  readonly edge: Edge;
  /** Never empty; all of one trigger, the first opened first. */
  readonly alerts: readonly [Alert, ...Alert[]];
}

/** The most alerts that one notice tells; the others follow in further ones. */
export const GROUP_MAX = 50;

/** What is to be told now, in groups: what is muted waits until its mute is over. */
export function groupsToTell(
  alerts: readonly Alert[],
  windows: readonly MaintenanceWindow[],
  nowMs: number,
): readonly AlertGroup[] {
  const groups = new Map<string, AlertGroup>();
  const done: AlertGroup[] = [];
  for (const alert of alerts) {
    const edge = edgeOf(alert);
    if (edge === null || isMuted(alert, windows, nowMs)) continue;
    const name = `${alert.projectKey} ${alert.trigger} ${edge}`;
    const group = groups.get(name);
    if (group !== undefined && group.alerts.length < GROUP_MAX) {
      groups.set(name, { ...group, alerts: [...group.alerts, alert] });
    } else {
      if (group !== undefined) done.push(group);
      groups.set(name, { projectKey: alert.projectKey, edge, alerts: [alert] });
    }
  }
  return [...done, ...groups.values()];
}

export function isMuted(
  alert: Alert,
  windows: readonly MaintenanceWindow[],
  nowMs: number,
): boolean {
  if (alert.mutedUntilMs !== null && nowMs < alert.mutedUntilMs) return true;
  return windows.some(
    ({ projectKey, fromMs, untilMs, triggers }) =>
      projectKey === alert.projectKey &&
      fromMs <= nowMs &&
      nowMs < untilMs &&
      (triggers.length === 0 || triggers.includes(alert.trigger)),
  );
}
