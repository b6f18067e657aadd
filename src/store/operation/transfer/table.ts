/**
 * Every table that an export carries, parents before children, and every table that it leaves out
 * with the reason. A test compares both lists with the schema of each store, so a new table or
 * column is either moved or left out on purpose.
 */
import type { IdPrefix } from '../../../core/id.ts';
import { columns, PROJECTS, type Table, table } from './column.ts';

const OWN = `t.project_key in ${PROJECTS}`;
const OF_MEMBERS = `in (select m.user_key from memberships m where m.project_key in ${PROJECTS})`;
const OF_CALL = {
  of: `(select o.project_key from calls o where o.key = t.call_key) in ${PROJECTS}`,
};
const OF_JOB = {
  of: `(select o.project_key from bulk_jobs o where o.key = t.job_key) in ${PROJECTS}`,
};

const BASE: readonly Table[] = [
  table({
    name: 'projects',
    part: 'base',
    columns: columns({
      int: 'key created_at updated_at suspended_at calls calls_at',
      text: 'name settings external_id made_by limits',
    }),
    order: ['key'],
    of: `t.key in ${PROJECTS}`,
    unique: ['name', 'external_id'],
  }),
  table({
    name: 'users',
    part: 'base',
    columns: columns({
      int: 'key created_at updated_at standing',
      text: 'email email_from name language password_hash oidc_subject',
    }),
    order: ['key'],
    of: `t.key ${OF_MEMBERS}`,
    unique: ['email', 'oidc_subject'],
  }),
  table({
    name: 'authenticators',
    part: 'base',
    columns: columns({
      int: 'user_key created_at confirmed_at last_step',
      text: 'secret',
    }),
    order: ['user_key'],
    of: `t.user_key ${OF_MEMBERS}`,
  }),
  table({
    name: 'recovery_codes',
    part: 'base',
    columns: columns({
      int: 'user_key',
      text: 'hash',
    }),
    order: ['user_key', 'hash'],
    of: `t.user_key ${OF_MEMBERS}`,
  }),
  table({
    name: 'passkeys',
    part: 'base',
    columns: columns({
      int: 'key user_key sign_count signs_in created_at used_at',
      text: 'credential_id public_key transports name',
    }),
    order: ['key'],
    of: `t.user_key ${OF_MEMBERS}`,
    unique: ['credential_id'],
  }),
  table({
    name: 'memberships',
    part: 'base',
    columns: columns({
      int: 'project_key user_key created_at',
      text: 'role',
    }),
    order: ['project_key', 'user_key'],
    of: OWN,
  }),
  table({
    name: 'invitations',
    part: 'base',
    columns: columns({
      int: 'key project_key created_at expires_at',
      text: 'email role hash invited_by',
    }),
    order: ['key'],
    of: OWN,
    unique: ['hash'],
  }),
  table({
    name: 'api_keys',
    part: 'base',
    columns: columns({
      int: 'key project_key created_at expires_at last_used_at revoked_at',
      text: 'name hash hint scopes made_by',
    }),
    order: ['key'],
    of: OWN,
    unique: ['hash'],
  }),
  table({
    name: 'signing_keys',
    part: 'base',
    columns: columns({
      int: 'project_key created_at state_since state_until',
      text: 'kid state public_key private_key',
    }),
    order: ['project_key', 'kid'],
    of: OWN,
  }),
  table({
    name: 'sources',
    part: 'base',
    columns: columns({
      int: 'key project_key created_at updated_at previous_until proven_at',
      text: 'name adapter secret public_url previous_secret settings',
    }),
    order: ['key'],
    of: OWN,
  }),
  table({
    name: 'scorecards',
    part: 'base',
    columns: columns({
      int: 'key project_key revision is_default created_at deleted_at',
    }),
    order: ['key'],
    of: OWN,
  }),
  table({
    name: 'scorecard_revisions',
    part: 'base',
    columns: columns({
      int: 'scorecard_key revision created_at',
      text: 'settings',
    }),
    order: ['scorecard_key', 'revision'],
    of: `(select o.project_key from scorecards o where o.key = t.scorecard_key) in ${PROJECTS}`,
  }),
  table({
    name: 'endpoints',
    part: 'base',
    columns: columns({
      int: 'key project_key enabled disabled_at deleted_at created_at updated_at ' + 'revision',
      text: 'settings disabled_reason',
    }),
    order: ['key'],
    of: OWN,
  }),
  table({
    name: 'issue_marks',
    part: 'base',
    columns: columns({
      int: 'project_key endpoint_key marked_at',
      text: 'class status note marked_by',
    }),
    order: ['project_key', 'endpoint_key', 'class'],
    of: OWN,
  }),
  table({
    name: 'removed_calls',
    part: 'base',
    columns: columns({
      int: 'key project_key removed_at by_request',
      wide: 'call_id_hash',
    }),
    order: ['key'],
    of: OWN,
  }),
  table({
    name: 'audit',
    part: 'base',
    columns: columns({
      int: 'key project_key at',
      text: 'actor action target before after request_id address',
    }),
    order: ['key'],
    of: OWN,
  }),
];

const CALLS: readonly Table[] = [
  table({
    name: 'calls',
    part: 'calls',
    columns: columns({
      int: 'key project_key was_in_progress first_report_at last_report_at ended_at ' + 'reports',
      wide: 'call_id_hash',
      text: 'call_id direction status call_sid client_id lanes stale_class facts',
    }),
    order: ['key'],
    of: OWN,
  }),
  table({
    name: 'call_terms',
    part: 'calls',
    columns: columns({
      int: 'project_key called_at call_key',
      text: 'term',
    }),
    order: ['project_key', 'term', 'called_at', 'call_key'],
    of: OWN,
  }),
  table({
    name: 'reports',
    part: 'calls',
    columns: columns({
      int: 'call_key number received_at occurred_at applied',
      text: 'source report_id fingerprint status errors reason answer facts',
      wide: 'report_id_hash',
    }),
    order: ['call_key', 'number'],
    ...OF_CALL,
  }),
  table({
    name: 'firings',
    part: 'calls',
    columns: columns({
      int: 'key call_key report_number fired_at',
      text: 'trigger text data errors traceparent facts',
    }),
    order: ['key'],
    ...OF_CALL,
  }),
  table({
    name: 'call_logs',
    part: 'calls',
    columns: columns({
      int: 'key project_key version turns bytes created_at updated_at deleted_at',
      wide: 'call_id_hash',
      text: 'call_id body',
    }),
    order: ['key'],
    of: OWN,
    // A log has up to some megabytes.
    rowsMax: 8,
  }),
  table({
    name: 'source_requests',
    part: 'calls',
    columns: columns({
      int: 'source_key number received_at proven',
      text: 'result body',
    }),
    order: ['source_key', 'number'],
    of: `(select o.project_key from sources o where o.key = t.source_key) in ${PROJECTS}`,
    rowsMax: 50,
  }),
];

const DELIVERIES: readonly Table[] = [
  table({
    name: 'endpoint_health',
    part: 'deliveries',
    columns: columns({
      int: 'endpoint_key hold_until',
      text: 'health',
    }),
    order: ['endpoint_key'],
    of: `(select o.project_key from endpoints o where o.key = t.endpoint_key) in ${PROJECTS}`,
  }),
  table({
    name: 'deliveries',
    part: 'deliveries',
    columns: columns({
      int:
        'key project_key endpoint_key call_key firing_key sequence due_at attempts ' +
        'failures manual resume_at created_at last_attempt_at last_status closed_at ' +
        'sole_ms',
      text: 'trigger content_key state resume_state last_error sole_excerpt',
    }),
    order: ['key'],
    of: OWN,
  }),
  table({
    name: 'attempts',
    part: 'deliveries',
    columns: columns({
      int: 'delivery_key number started_at duration_ms status manual',
      text: 'outcome error excerpt',
    }),
    order: ['delivery_key', 'number'],
    of: `(select o.project_key from deliveries o where o.key = t.delivery_key) in ${PROJECTS}`,
  }),
  table({
    name: 'replays',
    part: 'deliveries',
    columns: columns({
      int: 'delivery_key replay_of',
    }),
    order: ['delivery_key'],
    of: `(select o.project_key from deliveries o where o.key = t.delivery_key) in ${PROJECTS}`,
  }),
  table({
    name: 'bulk_jobs',
    part: 'deliveries',
    columns: columns({
      int:
        'key project_key ids matched matched_exact created_at started_at ended_at ' +
        'done skipped failed',
      text: 'action state filter asked reason created_by place removed',
    }),
    order: ['key'],
    of: OWN,
  }),
  table({
    name: 'bulk_ids',
    part: 'deliveries',
    columns: columns({
      int: 'job_key number delivery_key',
    }),
    order: ['job_key', 'number'],
    ...OF_JOB,
  }),
  table({
    name: 'bulk_items',
    part: 'deliveries',
    columns: columns({
      int: 'job_key number delivery_key created_at made_key made_at',
      text: 'result reason',
    }),
    order: ['job_key', 'number'],
    ...OF_JOB,
  }),
  table({
    name: 'stats_minutes',
    part: 'deliveries',
    columns: columns({
      int: 'project_key endpoint_key minute_at',
      sum:
        'made delivered failed attempts first_try latency_00 latency_01 latency_02 ' +
        'latency_03 latency_04 latency_05 latency_06 latency_07 latency_08 latency_09 ' +
        'latency_10 latency_11 latency_12 latency_13 latency_14 latency_15',
    }),
    order: ['project_key', 'endpoint_key', 'minute_at'],
    of: OWN,
  }),
  table({
    name: 'backlog_minutes',
    part: 'deliveries',
    columns: columns({
      int: 'project_key minute_at open_deliveries oldest_age_ms',
    }),
    order: ['project_key', 'minute_at'],
    of: OWN,
  }),
];

const RESULTS: readonly Table[] = [
  table({
    name: 'runs',
    part: 'results',
    columns: columns({
      int:
        'key project_key endpoint_key call_key claim deaths due_at give_up_at ' +
        'created_at started_at finished_at',
      wide: 'call_id_hash',
      text: 'call_id trigger state reason',
    }),
    order: ['key'],
    of: OWN,
  }),
  table({
    name: 'acw_results',
    part: 'results',
    columns: columns({
      int: 'key run_key project_key created_at is_error',
      text: 'engine fingerprint errors result',
    }),
    order: ['key'],
    of: OWN,
    rowsMax: 50,
  }),
  table({
    name: 'evaluations',
    part: 'results',
    columns: columns({
      int: 'run_key project_key endpoint_key ended_at revision passed',
      text: 'scorecard',
      real: 'percentage',
    }),
    order: ['run_key'],
    of: OWN,
  }),
  table({
    name: 'evaluation_criteria',
    part: 'results',
    columns: columns({
      int: 'run_key',
      text: 'criterion result',
    }),
    order: ['run_key', 'criterion'],
    of: `(select o.project_key from evaluations o where o.run_key = t.run_key) in ${PROJECTS}`,
  }),
];

export const TABLES: readonly Table[] = [...BASE, ...CALLS, ...DELIVERIES, ...RESULTS];

/** Tables of people besides `users`. */
export const OF_USERS: readonly string[] = ['authenticators', 'recovery_codes', 'passkeys'];

/** Tables whose records people know by an id. */
export const ID_PREFIXES: Readonly<Record<string, IdPrefix>> = {
  projects: 'prj',
  users: 'usr',
  endpoints: 'ep',
  api_keys: 'key',
  sources: 'src',
  scorecards: 'sc',
  deliveries: 'dlv',
};

/** Tables that an export leaves out, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  instance_keys: 'belongs to a host; any instance key goes on with the projects of another',
  alert_turn: 'says which process looks for alerts',
  alerts: 'is what this service found out about itself',
  alert_notices: 'was told, or is yet to be told, by this service',
  alert_lanes: 'counts the notices of this service',
  told_alerts: 'links alerts and notices of this service',
  alert_mutes: 'names times of work at this service',
  alert_windows: 'names times of work at this service',
  endpoint_certificates: 'is looked at anew',
  endpoint_backlogs: 'is counted again from the imported deliveries',
  sessions: 'people sign in again',
  setup_tokens: 'is made anew by a start without an owner',
  sign_in_tries: 'counts tries at this service only',
  password_resets: 'ends within a day; ask for a new link',
  email_changes: 'ends within a day; ask again',
  call_hints: 'ends within two days; the platform says more of its calls',
  kept_reports: 'ends within two days; the platform says more of its calls',
  keyed_requests: 'is sealed for this store and kept for a day only',
  leases: 'belongs to consumers of this service; what they had comes again',
  spent_challenges: 'belongs to sign-ins that began here',
  meta: 'holds facts of this store: its epoch, its master key check, where walks stand',
  migrations: 'holds facts of this schema',
  workers: 'names running processes',
  shards: 'says which process owns what',
};
