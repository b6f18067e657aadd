/**
 * Alerts in the store: what the conditions need, the alerts themselves, the notices by which people
 * are told, and maintenance windows. Of several processes only the holder of the turn changes
 * alerts and sends notices; every change of theirs names the holder and does nothing without the
 * turn.
 */
import type { Alert, Condition, MaintenanceWindow, Told } from '../../core/alert/alert.ts';
import type { AlertFacts } from '../../core/alert/condition.ts';
import type { Edge } from '../../core/alert/edge.ts';
import type { StoredNotice } from '../../core/alert/notice.ts';
import type { LiveAlert } from '../../core/alert/watched.ts';
import type {
  AlertKey,
  EndpointKey,
  MaintenanceWindowKey,
  NoticeKey,
  ProjectKey,
  UserKey,
} from '../../core/id.ts';
import type { OpsTrigger } from '../../core/trigger/ops-trigger.ts';
import type { AuditEntry } from './manage-store.ts';

/** The receiver of a notice: exactly one of the two is set. */
export interface Recipient {
  readonly endpoint: EndpointKey | null;
  readonly user: UserKey | null;
}

/** To endpoints, over their channels, or as mail to members. */
export const NOTICE_ROUTES = ['endpoint', 'mail'] as const;
export type NoticeRoute = (typeof NOTICE_ROUTES)[number];

export interface NewNotice {
  readonly projectKey: ProjectKey;
  readonly recipient: Recipient;
  readonly edge: Edge;
  readonly firing: StoredNotice;
  readonly alerts: readonly AlertKey[];
}

/**
 * `due`: it is to be sent, or sent again. `failed`: it was given up. `dropped`: its receiver is
 * gone, disabled, or no longer wants it, or `NOTICES_WAITING_MAX` newer ones wait for it.
 */
export const NOTICE_STATES = ['due', 'sent', 'failed', 'dropped'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

export interface Notice {
  readonly key: NoticeKey;
  /** `ntc_...` */
  readonly id: string;
  readonly projectKey: ProjectKey;
  readonly recipient: Recipient;
  /** Counted from 1 for each receiver, without a gap. */
  readonly sequence: number;
  readonly trigger: OpsTrigger;
  readonly edge: Edge;
  readonly firedAtMs: number;
  readonly state: NoticeState;
  readonly attempts: number;
  readonly dueAtMs: number | null;
  readonly lastAttemptAtMs: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly closedAtMs: number | null;
}

/** A notice with what it says. */
export interface WholeNotice extends Notice {
  readonly firing: StoredNotice;
}

/** A notice that this process may send now; `attempts` counts this attempt too. */
export interface ClaimedNotice extends WholeNotice {
  /** The first of its alerts; null: they were removed. */
  readonly alert: AlertKey | null;
}

/** `dueAtMs`: when it is tried again; only if `state` is `due`. */
export interface NoticeOutcome {
  readonly state: NoticeState;
  readonly dueAtMs: number | null;
  readonly status: number | null;
  readonly error: string | null;
}

export interface SteppedAlerts {
  readonly opened: readonly LiveAlert[];
  readonly changed: readonly LiveAlert[];
}

export interface AlertFilter {
  /** Null: both. */
  readonly open: boolean | null;
  readonly endpoint: EndpointKey | null;
  readonly trigger: OpsTrigger | null;
}

/** A field that is undefined stays unchanged. */
export interface AlertMarkChange {
  readonly acknowledged?: { readonly note: string | null } | null | undefined;
  readonly mutedUntilMs?: number | null | undefined;
}

export interface AlertStore {
  /**
   * Whether `holder` may act until `untilMs`; the one that may already may again. `alone`: no other
   * process shares the store, so a former holder is dead.
   */
  takeAlertTurn(asked: {
    readonly holder: string;
    readonly nowMs: number;
    readonly untilMs: number;
    readonly alone: boolean;
  }): Promise<boolean>;
  /**
   * Of at most `limit` projects after `afterKey`, in the order of their keys. `nowMs` decides what
   * lies within the window of each.
   */
  alertFacts(asked: {
    readonly nowMs: number;
    readonly afterKey: ProjectKey | null;
    readonly limit: number;
  }): Promise<AlertFacts>;
  /**
   * Alerts of these projects that are open, or whose end has yet to be told: of each project at
   * most `LIVE_ALERTS_MAX`, the first ones.
   */
  liveAlerts(asked: { readonly projects: readonly ProjectKey[] }): Promise<readonly LiveAlert[]>;
  /** Windows that have not ended. */
  maintenanceWindows(asked: {
    readonly nowMs: number;
    readonly projects: readonly ProjectKey[];
  }): Promise<readonly MaintenanceWindow[]>;
  /**
   * Opens and changes alerts. Returns those that it opened, which leaves out those that were open
   * already, and those that it changed, as they are now. Null: the holder has lost the turn.
   */
  stepAlerts(wanted: {
    readonly holder: string;
    readonly nowMs: number;
    readonly opened: readonly Condition[];
    readonly changed: readonly {
      readonly key: AlertKey;
      readonly found: Condition | null;
      readonly clearSinceMs: number | null;
      readonly recoveredAtMs: number | null;
      readonly told: Told;
    }[];
  }): Promise<SteppedAlerts | null>;
  /**
   * Stores that alerts were told, with the notices. Returns those that it dropped for them, because
   * too many waited for one receiver. Null: nothing was stored, look again.
   */
  tellAlerts(wanted: {
    readonly holder: string;
    readonly alerts: readonly {
      readonly key: AlertKey;
      readonly from: Told;
      readonly to: Told;
    }[];
    readonly notices: readonly NewNotice[];
  }): Promise<readonly WholeNotice[] | null>;
  /**
   * The due notices that head their lane; no other process may send them until `untilMs`. Those of
   * projects with the fewest claimed come first, then those that have been due the longest.
   */
  claimNotices(asked: {
    readonly holder: string;
    readonly to: NoticeRoute;
    readonly nowMs: number;
    readonly untilMs: number;
    /** The most that a project may have claimed, those that are claimed already included. */
    readonly share: number;
    readonly limit: number;
  }): Promise<{
    readonly notices: readonly ClaimedNotice[];
    /** When a claim ends or another is due; null: neither. What waits for a share counts not. */
    readonly nextAtMs: number | null;
  }>;
  /** False: the notice was claimed anew meanwhile. */
  settleNotice(wanted: {
    readonly key: NoticeKey;
    readonly attempts: number;
    readonly nowMs: number;
    readonly outcome: NoticeOutcome;
  }): Promise<boolean>;

  /** Newest first. */
  alerts(asked: {
    readonly projectKey: ProjectKey;
    readonly filter: AlertFilter;
    readonly beforeKey: number | null;
    readonly limit: number;
  }): Promise<readonly Alert[]>;
  alertCounts(projectKey: ProjectKey): Promise<{ readonly open: number }>;
  alert(asked: { readonly projectKey: ProjectKey; readonly key: AlertKey }): Promise<Alert | null>;
  /** The notices that tell the alert, the newest first, at most `NOTICES_SHOWN_MAX`. */
  noticesOf(asked: {
    readonly projectKey: ProjectKey;
    readonly alert: AlertKey;
  }): Promise<readonly Notice[]>;
  markAlert(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: AlertKey;
    readonly change: AlertMarkChange;
    readonly by: string;
    readonly audit: AuditEntry;
  }): Promise<Alert | null>;
  /** Throws LIMIT_REACHED. */
  createMaintenanceWindow(wanted: {
    readonly projectKey: ProjectKey;
    readonly window: Pick<
      MaintenanceWindow,
      'fromMs' | 'untilMs' | 'triggers' | 'note' | 'createdBy'
    >;
    readonly audit: AuditEntry;
  }): Promise<MaintenanceWindow>;
  deleteMaintenanceWindow(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: MaintenanceWindowKey;
    readonly audit: AuditEntry;
  }): Promise<boolean>;

  /**
   * Endpoints whose certificate was not looked at since `beforeMs`, or whose target changed; those
   * first that have waited the longest.
   */
  uncheckedCertificates(asked: {
    readonly beforeMs: number;
    readonly limit: number;
  }): Promise<readonly { readonly endpoint: EndpointKey; readonly target: string }[]>;
  keepCertificate(wanted: {
    readonly endpoint: EndpointKey;
    /** Where the look was; the facts forget it once the endpoint has a target at another host. */
    readonly target: string;
    readonly checkedAtMs: number;
    /** Null: none was seen, so a former one of the same host stays. */
    readonly endsAtMs: number | null;
  }): Promise<void>;
}

/** Of one project: its endpoints and sources can have some 1,400 open ones. */
export const LIVE_ALERTS_MAX = 2_000;
export const NOTICES_SHOWN_MAX = 200;
/**
 * Notices that were never tried and wait for one receiver: so one that is dead for days, on a long
 * schedule, keeps neither notices nor their alerts without a bound (S17.13).
 */
export const NOTICES_WAITING_MAX = 200;
