/**
 * Alerts for operators: lists, one alert with the notices that told it, marks of members on it, and
 * maintenance windows (S17.7, S17.8). Every change has an audit entry.
 */
import type { Alert, MaintenanceWindow } from '../../core/alert/alert.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import {
  type AlertKey,
  asKey,
  type MaintenanceWindowKey,
  type ProjectKey,
  parseId,
} from '../../core/id.ts';
import { ENDPOINTS_MAX } from '../../core/project/limits.ts';
import { isoTime } from '../../core/time.ts';
import type { OpsTrigger } from '../../core/trigger/ops-trigger.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import type { AlertFilter, AlertStore, Notice } from '../ports/alert-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { EndpointStore } from '../ports/manage-store.ts';
import type { MemberStore } from '../ports/people-store.ts';

/** A notice with the name of its receiver. */
export interface NamedNotice extends Notice {
  /** `ep_...` or `usr_...`; null: it is gone. */
  readonly to: { readonly id: string; readonly name: string } | null;
}

export interface AlertInDetail {
  readonly alert: Alert;
  /** The newest first. */
  readonly notices: readonly NamedNotice[];
}

/** A field that is undefined stays unchanged. */
export interface AlertPatch {
  readonly acknowledged?: boolean | undefined;
  readonly note?: string | null | undefined;
  /** Null ends a mute. */
  readonly mutedUntilMs?: number | null | undefined;
}

export interface MaintenanceWindowInput {
  readonly fromMs: number | null;
  readonly untilMs: number;
  readonly triggers: readonly OpsTrigger[];
  readonly note: string | null;
}

export interface AlertService {
  list(
    projectKey: ProjectKey,
    filter: AlertFilter,
    page: { readonly beforeKey: number | null; readonly limit: number },
  ): Promise<{ readonly alerts: readonly Alert[]; readonly open: number }>;
  /** Throws NOT_FOUND. */
  get(projectKey: ProjectKey, id: string): Promise<AlertInDetail>;
  mark(
    projectKey: ProjectKey,
    id: string,
    patch: AlertPatch,
    author: Author,
  ): Promise<AlertInDetail>;
  windows(projectKey: ProjectKey): Promise<readonly MaintenanceWindow[]>;
  createWindow(
    projectKey: ProjectKey,
    input: MaintenanceWindowInput,
    author: Author,
  ): Promise<MaintenanceWindow>;
  deleteWindow(projectKey: ProjectKey, id: string, author: Author): Promise<void>;
}

export interface AlertServiceParts {
  readonly store: Pick<
    AlertStore,
    | 'alerts'
    | 'alertCounts'
    | 'alert'
    | 'noticesOf'
    | 'markAlert'
    | 'maintenanceWindows'
    | 'createMaintenanceWindow'
    | 'deleteMaintenanceWindow'
  > &
    Pick<EndpointStore, 'endpoints'> &
    Pick<MemberStore, 'members'>;
  readonly clock: Pick<Clock, 'wallMs'>;
}

/** The longest mute or window: a longer one would hide the alert for good. */
export const MUTE_MS_MAX = 90 * 86_400_000;

export function createAlertService({ store, clock }: AlertServiceParts): AlertService {
  async function named(projectKey: ProjectKey, id: string): Promise<Alert> {
    const key = parseId('alr', id)?.key;
    const found =
      key === undefined ? null : await store.alert({ projectKey, key: asKey<AlertKey>(key) });
    if (found?.id !== id) throw new ServiceError('NOT_FOUND', 'There is no such alert.');
    return found;
  }

  async function details(projectKey: ProjectKey, alert: Alert): Promise<AlertInDetail> {
    const notices = await store.noticesOf({ projectKey, alert: alert.key });
    const endpoints = await store.endpoints({ projectKey, afterKey: null, limit: ENDPOINTS_MAX });
    const members = notices.some(({ recipient }) => recipient.user !== null)
      ? await store.members(projectKey)
      : [];
    const receivers = new Map<string, NamedNotice['to']>([
      ...endpoints.map(({ key, id, name }) => [`endpoint ${key}`, { id, name }] as const),
      ...members.map(({ user }) => {
        const { key, id, name, email } = user;
        return [`user ${key}`, { id, name: name === '' ? email : name }] as const;
      }),
    ]);
    const nameOf = ({ endpoint, user }: Notice['recipient']) =>
      receivers.get(endpoint === null ? `user ${user}` : `endpoint ${endpoint}`) ?? null;
    return { alert, notices: notices.map((each) => ({ ...each, to: nameOf(each.recipient) })) };
  }

  return {
    async list(projectKey, filter, page) {
      const alerts = await store.alerts({ projectKey, filter, ...page });
      return { alerts, open: (await store.alertCounts(projectKey)).open };
    },
    get: async (projectKey, id) => details(projectKey, await named(projectKey, id)),
    async mark(projectKey, id, patch, author) {
      const alert = await named(projectKey, id);
      const atMs = clock.wallMs();
      refuseTime('/mutedUntil', patch.mutedUntilMs ?? null, atMs);
      const { action, change } = changeOf(alert, patch);
      if (action === null) return details(projectKey, alert);
      const shown = { before: factsOf(alert), after: { ...factsOf(alert), ...shownPatch(patch) } };
      const audit = auditEntry(author, atMs, action, id, shown);
      const wanted = { projectKey, key: alert.key, change, by: author.actor, audit };
      const marked = await store.markAlert(wanted);
      return details(projectKey, marked ?? alert);
    },
    windows: (projectKey) =>
      store.maintenanceWindows({ nowMs: clock.wallMs(), projects: [projectKey] }),
    async createWindow(projectKey, input, author) {
      const atMs = clock.wallMs();
      const fromMs = input.fromMs ?? atMs;
      refuseTime('/until', input.untilMs, atMs);
      if (input.untilMs <= fromMs) throw invalid('/until', 'Use a time after from.');
      const { untilMs, triggers, note } = input;
      const after = { from: isoTime(fromMs), until: isoTime(untilMs), triggers, note };
      const audit = auditEntry(author, atMs, 'maintenance-window.created', null, {
        before: null,
        after,
      });
      const window = { fromMs, untilMs, triggers, note, createdBy: author.actor };
      return store.createMaintenanceWindow({ projectKey, window, audit });
    },
    async deleteWindow(projectKey, id, author) {
      const atMs = clock.wallMs();
      const all = await store.maintenanceWindows({ nowMs: atMs, projects: [projectKey] });
      const window = all.find((each) => each.id === id);
      const missing = new ServiceError('NOT_FOUND', 'There is no such maintenance window.');
      if (window === undefined) throw missing;
      const { fromMs, untilMs, triggers, note } = window;
      const before = { from: isoTime(fromMs), until: isoTime(untilMs), triggers, note };
      const audit = auditEntry(author, atMs, 'maintenance-window.deleted', id, {
        before,
        after: null,
      });
      const key: MaintenanceWindowKey = window.key;
      if (!(await store.deleteMaintenanceWindow({ projectKey, key, audit }))) throw missing;
    },
  };
}

/** The action of the audit entry; null if the patch changes nothing. */
function changeOf(alert: Alert, { acknowledged, note, mutedUntilMs }: AlertPatch) {
  const was = alert.acknowledged;
  const isAcknowledged = acknowledged ?? was !== null;
  const said = note === undefined ? (was?.note ?? null) : note;
  const isMarked = isAcknowledged !== (was !== null) || (isAcknowledged && said !== was?.note);
  const isMuted = mutedUntilMs !== undefined && mutedUntilMs !== alert.mutedUntilMs;
  const mark = isAcknowledged ? { note: said } : null;
  const change = {
    ...(isMarked ? { acknowledged: mark } : {}),
    ...(isMuted ? { mutedUntilMs } : {}),
  };
  if (isMuted) return { action: mutedUntilMs === null ? 'alert.unmuted' : 'alert.muted', change };
  const action = isAcknowledged ? 'alert.acknowledged' : 'alert.reopened';
  return { action: isMarked ? action : null, change };
}

function factsOf({ acknowledged, mutedUntilMs }: Alert) {
  return {
    acknowledged: acknowledged !== null,
    note: acknowledged?.note ?? null,
    mutedUntil: mutedUntilMs === null ? null : isoTime(mutedUntilMs),
  };
}

function shownPatch({ acknowledged, note, mutedUntilMs }: AlertPatch) {
  return {
    ...(acknowledged === undefined ? {} : { acknowledged }),
    ...(note === undefined ? {} : { note }),
    ...(mutedUntilMs === undefined
      ? {}
      : { mutedUntil: mutedUntilMs === null ? null : isoTime(mutedUntilMs) }),
  };
}

function refuseTime(field: string, atMs: number | null, nowMs: number): void {
  if (atMs === null) return;
  if (atMs <= nowMs) throw invalid(field, 'Use a time in the future.');
  if (atMs > nowMs + MUTE_MS_MAX) throw invalid(field, 'Use a time within the next 90 days.');
}

function invalid(field: string, message: string): ServiceError {
  return new ServiceError('INVALID_INPUT', 'The input breaks a rule.', {
    fields: [{ field, message }],
  });
}
