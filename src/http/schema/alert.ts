/**
 * Alerts on the wire (S17): what is wrong, since when, how much waits, what to do, who was told,
 * and maintenance windows.
 */
import type { Static } from 'typebox';
import type {
  Alert as StoredAlert,
  MaintenanceWindow as StoredWindow,
} from '../../core/alert/alert.ts';
import { actionOf, foundOf, titleOf } from '../../core/alert/words.ts';
import { isoTime } from '../../core/time.ts';
import { OPS_TRIGGERS } from '../../core/trigger/ops-trigger.ts';
import type { AlertInDetail, NamedNotice } from '../../engine/alert/alert-service.ts';
import { NOTICE_STATES, NOTICES_WAITING_MAX } from '../../engine/ports/alert-store.ts';
import { OpsTriggerName } from './endpoint.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  oneOf,
  pageOf,
  pageQuery,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

const ALERT_STATES = ['open', 'recovered'] as const;

const Mark = strictObject(
  {
    by: Type.String({ description: 'The API key (key_...) or the person (usr_...)' }),
    at: Timestamp,
    note: nullable(Type.String()),
  },
  { title: 'AlertMark' },
);

const alertProperties = {
  id: idOf('alr'),
  trigger: OpsTriggerName,
  state: oneOf(ALERT_STATES, { title: 'AlertState' }),
  title: Type.String({ examples: ['Endpoint failing'] }),
  found: Type.String({ description: 'What was found last while it was open, as a sentence' }),
  advice: Type.String({ description: 'What to do' }),
  subjectId: nullable(
    Type.String({ description: 'ep_... or src_...; null: the project or the service' }),
  ),
  name: Type.String({ description: 'The name of the subject when it was looked at last' }),
  value: Type.Integer({
    description: 'What was measured, in the unit of its threshold; durations in milliseconds',
  }),
  waiting: Type.Integer({ minimum: 0, description: 'Deliveries that wait because of it' }),
  since: Timestamp,
  openedAt: Timestamp,
  recoveredAt: nullable(Timestamp),
  told: oneOf(['no', 'opened', 'recovered', 'never'], {
    title: 'AlertTold',
    description:
      'What people were told. never: it was over before they were told, or is not watched any ' +
      'more, because its endpoint or source was disabled or deleted, or its threshold is null',
  }),
  acknowledged: nullable(Mark),
  mutedUntil: nullable(Timestamp),
  mutedBy: nullable(Type.String()),
} as const;

export const Alert = strictObject(alertProperties, { title: 'Alert' });

export const AlertPage = strictObject(
  {
    ...pageOf(Alert, 'AlertPage').properties,
    open: Type.Integer({ minimum: 0, description: 'Open alerts, whatever the filter' }),
  },
  { title: 'AlertPage' },
);

const Notice = strictObject(
  {
    id: idOf('ntc', 'Also its webhook-id'),
    edge: oneOf(['opened', 'recovered'], { title: 'AlertEdge' }),
    endpointId: nullable(idOf('ep')),
    endpointName: nullable(Type.String()),
    userId: nullable(idOf('usr', 'It was mailed to this member')),
    sequence: Type.Integer({ minimum: 1 }),
    state: oneOf(NOTICE_STATES, {
      title: 'NoticeState',
      description:
        'due: tried again; dropped: its receiver is gone or no longer gets alerts, or ' +
        `${NOTICES_WAITING_MAX} newer ones waited for it`,
    }),
    attempts: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
    nextAttemptAt: nullable(Timestamp),
    lastAttemptAt: nullable(Timestamp),
    closedAt: nullable(Timestamp),
    lastStatus: nullable(Type.Integer()),
    lastError: nullable(Type.String()),
  },
  { title: 'AlertNotice' },
);

export const AlertDetails = strictObject(
  {
    ...alertProperties,
    notices: Type.Array(Notice, { description: 'The newest first, at most 200' }),
  },
  { title: 'AlertDetails' },
);

export const AlertQuery = strictObject({
  ...pageQuery,
  state: Type.Optional(oneOf(ALERT_STATES, { title: 'AlertState' })),
  trigger: Type.Optional(OpsTriggerName),
  endpointId: Type.Optional(idOf('ep')),
});

export const AlertPath = strictObject({ id: Type.String({ maxLength: 64 }) });
export const MaintenanceWindowPath = strictObject({ id: Type.String({ maxLength: 64 }) });

export const AlertPatchBody = strictObject(
  {
    acknowledged: Type.Optional(Type.Boolean()),
    note: Type.Optional(nullable(Type.String({ description: 'At most 1,000 characters' }))),
    mutedUntil: Type.Optional(
      nullable(
        Type.String({
          description: 'ISO 8601, within 90 days; null ends a mute',
          examples: ['2026-11-20T12:00:00.000Z'],
        }),
      ),
    ),
  },
  { title: 'AlertPatch', description: 'A field that is absent stays' },
);

export const MaintenanceWindowBody = strictObject(
  {
    from: Type.Optional(Type.String({ description: 'ISO 8601; default now' })),
    until: Type.String({ description: 'ISO 8601, within 90 days' }),
    triggers: Type.Optional(
      Type.Array(OpsTriggerName, {
        maxItems: OPS_TRIGGERS.length,
        description: 'Default: all',
      }),
    ),
    note: Type.Optional(nullable(Type.String({ description: 'At most 1,000 characters' }))),
  },
  { title: 'MaintenanceWindowInput' },
);

export const MaintenanceWindow = strictObject(
  {
    id: idOf('mtw'),
    from: Timestamp,
    until: Timestamp,
    triggers: Type.Array(OpsTriggerName, { description: 'Empty: all' }),
    note: nullable(Type.String()),
    createdBy: Type.String(),
    createdAt: Timestamp,
  },
  { title: 'MaintenanceWindow' },
);
export const MaintenanceWindowPage = pageOf(MaintenanceWindow, 'MaintenanceWindowPage');

export function showAlert(alert: StoredAlert): Static<typeof Alert> {
  const { acknowledged } = alert;
  return {
    id: alert.id,
    trigger: alert.trigger,
    state: alert.recoveredAtMs === null ? 'open' : 'recovered',
    title: titleOf(alert.trigger),
    found: foundOf(alert),
    advice: actionOf(alert.trigger),
    subjectId: alert.subject === '' ? null : alert.subject,
    name: alert.name,
    value: alert.value,
    waiting: alert.waiting,
    since: isoTime(alert.sinceMs),
    openedAt: isoTime(alert.openedAtMs),
    recoveredAt: nullableTimestampOf(alert.recoveredAtMs),
    told: alert.told,
    acknowledged:
      acknowledged === null
        ? null
        : { by: acknowledged.by, at: isoTime(acknowledged.atMs), note: acknowledged.note },
    mutedUntil: nullableTimestampOf(alert.mutedUntilMs),
    mutedBy: alert.mutedBy,
  };
}

export function showAlertDetails({ alert, notices }: AlertInDetail): Static<typeof AlertDetails> {
  return { ...showAlert(alert), notices: notices.map(showNotice) };
}

/** Names of members are for those who may read members, so only their ids are here. */
function showNotice(notice: NamedNotice): Static<typeof Notice> {
  const isMail = notice.recipient.user !== null;
  return {
    id: notice.id,
    edge: notice.edge,
    endpointId: isMail ? null : (notice.to?.id ?? null),
    endpointName: isMail ? null : (notice.to?.name ?? null),
    userId: isMail ? (notice.to?.id ?? null) : null,
    sequence: notice.sequence,
    state: notice.state,
    attempts: notice.attempts,
    createdAt: isoTime(notice.firedAtMs),
    nextAttemptAt: nullableTimestampOf(notice.dueAtMs),
    lastAttemptAt: nullableTimestampOf(notice.lastAttemptAtMs),
    closedAt: nullableTimestampOf(notice.closedAtMs),
    lastStatus: notice.lastStatus,
    lastError: notice.lastError,
  };
}

export function showMaintenanceWindow(window: StoredWindow): Static<typeof MaintenanceWindow> {
  return {
    id: window.id,
    from: isoTime(window.fromMs),
    until: isoTime(window.untilMs),
    triggers: [...window.triggers],
    note: window.note,
    createdBy: window.createdBy,
    createdAt: isoTime(window.createdAtMs),
  };
}
