/**
 * The project's settings on the wire (S12.29). The schema says which keys and types there are;
 * `core/project/project-rules.ts` says which values are allowed.
 */
import type { Static, TOptional } from 'typebox';
import {
  ALERT_MAILS,
  THRESHOLD_NAMES,
  THRESHOLDS,
  type ThresholdName,
} from '../../core/alert/alert-settings.ts';
import type { Project } from '../../core/project/project.ts';
import { isoTime } from '../../core/time.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  oneOf,
  pageOf,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

const staleProperties = {
  acceptingMs: Type.Integer({ description: 'ACCEPTING; default 120,000' }),
  callingMs: Type.Integer({ description: 'CALLING; default 14,700,000 (4 h 5 min)' }),
  closingMs: Type.Integer({ description: 'CLOSING; default 600,000' }),
  otherInternalMs: Type.Integer({ description: 'Other internal statuses; default 120,000' }),
  outbound: Type.Boolean({ description: 'Sweep outbound calls too; default false' }),
} as const;

const retentionProperties = {
  deliveredDays: Type.Integer({ description: 'Delivered deliveries; default 30' }),
  notDeliveredDays: Type.Integer({ description: 'All others; default 90' }),
  excerptDays: Type.Integer({ description: 'Excerpts of answers; default 30' }),
  acwResultDays: Type.Integer({ description: 'Results of after-call work; default 180' }),
  callLogDays: Type.Integer({ description: 'Call logs; default 90' }),
  auditDays: Type.Integer({ description: 'Audit entries; default 365' }),
} as const;

type Integer = ReturnType<typeof Type.Integer>;
type Threshold<Name extends ThresholdName> = (typeof THRESHOLDS)[Name]['optional'] extends true
  ? ReturnType<typeof nullable<Integer>>
  : Integer;

function thresholdOf(name: ThresholdName) {
  const { help, preset, optional } = THRESHOLDS[name];
  const value = Type.Integer({ description: `${help}; default ${preset}` });
  return optional ? nullable(value) : value;
}

// True because THRESHOLD_NAMES names every threshold.
const thresholds = Object.fromEntries(THRESHOLD_NAMES.map((name) => [name, thresholdOf(name)])) as {
  readonly [Name in ThresholdName]: Threshold<Name>;
};

const alertProperties = {
  ...thresholds,
  mail: oneOf(ALERT_MAILS, {
    title: 'AlertMail',
    description: 'Members to whom alerts are mailed, if a mail server is set; default operators',
  }),
} as const;

type AlertProperties = typeof alertProperties;
/** Each may be left out. True because the entries are those of the table. */
const optionalAlertProperties = Object.fromEntries(
  Object.entries(alertProperties).map(([name, schema]) => [name, Type.Optional(schema)]),
) as { readonly [Name in keyof AlertProperties]: TOptional<AlertProperties[Name]> };

const ALERTS_DESCRIPTION = 'When alerts open; a threshold that is null switches its alert off';
const STALE_DESCRIPTION =
  'After how long without a report a call counts as broken off, by what it was last seen doing; ' +
  '10 s to 7 days';
const MASK_DESCRIPTION = 'Members with the role viewer get what is personal masked; default false';
const FACTOR_DESCRIPTION =
  'Members without a second factor can do nothing here until they have one; default false';
const RETENTION_DESCRIPTION = 'How long things are kept, 1 to 3,650 days each';

export const ProjectRecord = strictObject(
  {
    id: idOf('prj'),
    name: Type.String(),
    serviceName: Type.String({ description: 'In the header line of the display text' }),
    stale: strictObject(staleProperties, { title: 'Stale', description: STALE_DESCRIPTION }),
    retention: strictObject(retentionProperties, {
      title: 'Retention',
      description: RETENTION_DESCRIPTION,
    }),
    maskForViewers: Type.Boolean({ description: MASK_DESCRIPTION }),
    requireSecondFactor: Type.Boolean({ description: FACTOR_DESCRIPTION }),
    externalId: nullable(
      Type.String({ description: 'The reference of the platform that made it by an instance key' }),
    ),
    limits: strictObject(
      {
        endpointsMax: nullable(Type.Integer()),
        reportsPerSecond: nullable(Type.Integer()),
        callsMax: nullable(Type.Integer()),
      },
      { title: 'ProjectLimits', description: 'Set by an instance key; null: no limit' },
    ),
    usage: strictObject(
      {
        calls: nullable(Type.Integer({ description: 'Counted up to callsMax; null: not counted' })),
        countedAt: nullable(Timestamp),
      },
      { title: 'ProjectUsage', description: 'Counted once a minute beside a limit of calls' },
    ),
    suspendedAt: nullable(Timestamp),
    alerts: strictObject(alertProperties, {
      title: 'AlertSettings',
      description: ALERTS_DESCRIPTION,
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Project' },
);

export const ProjectPatchBody = strictObject(
  {
    name: Type.Optional(Type.String({ description: '1 to 120 characters' })),
    serviceName: Type.Optional(
      Type.String({ description: 'One line', examples: ['Ringpost', 'Acme Calls'] }),
    ),
    stale: Type.Optional(
      strictObject(
        {
          acceptingMs: Type.Optional(staleProperties.acceptingMs),
          callingMs: Type.Optional(staleProperties.callingMs),
          closingMs: Type.Optional(staleProperties.closingMs),
          otherInternalMs: Type.Optional(staleProperties.otherInternalMs),
          outbound: Type.Optional(staleProperties.outbound),
        },
        { title: 'StalePatch', description: STALE_DESCRIPTION },
      ),
    ),
    retention: Type.Optional(
      strictObject(
        {
          deliveredDays: Type.Optional(retentionProperties.deliveredDays),
          notDeliveredDays: Type.Optional(retentionProperties.notDeliveredDays),
          excerptDays: Type.Optional(retentionProperties.excerptDays),
          acwResultDays: Type.Optional(retentionProperties.acwResultDays),
          callLogDays: Type.Optional(retentionProperties.callLogDays),
          auditDays: Type.Optional(retentionProperties.auditDays),
        },
        { title: 'RetentionPatch', description: RETENTION_DESCRIPTION },
      ),
    ),
    maskForViewers: Type.Optional(Type.Boolean({ description: MASK_DESCRIPTION })),
    requireSecondFactor: Type.Optional(Type.Boolean({ description: FACTOR_DESCRIPTION })),
    alerts: Type.Optional(
      strictObject(optionalAlertProperties, {
        title: 'AlertSettingsPatch',
        description: ALERTS_DESCRIPTION,
      }),
    ),
  },
  {
    title: 'ProjectPatch',
    description: 'A JSON merge patch: a field that is absent stays as it is',
  },
);

export const ProjectBody = strictObject(
  {
    name: Type.String({ description: '1 to 120 characters, unlike any other project' }),
    serviceName: Type.Optional(Type.String({ description: 'One line; default Ringpost' })),
  },
  { title: 'ProjectInput' },
);
export const ProjectPage = pageOf(ProjectRecord, 'ProjectPage');

export function showProject(project: Project): Static<typeof ProjectRecord> {
  return {
    id: project.id,
    name: project.name,
    serviceName: project.serviceName,
    stale: project.stale,
    retention: project.retention,
    maskForViewers: project.maskForViewers,
    requireSecondFactor: project.requireSecondFactor,
    externalId: project.externalId,
    limits: project.limits,
    usage: {
      calls: project.counted?.calls ?? null,
      countedAt: nullableTimestampOf(project.counted?.atMs ?? null),
    },
    suspendedAt: nullableTimestampOf(project.suspendedAtMs),
    alerts: project.alerts,
    createdAt: isoTime(project.createdAtMs),
    updatedAt: isoTime(project.updatedAtMs),
  };
}
