/**
 * Every line of the log: the name of its event, its level and its text. This is the only list:
 * nothing is logged but by `say` with one of them, and docs/reference/metrics.md shows it. Names
 * are stable, texts are for people. An event with two levels has two lines.
 */
import type { EngineEvent } from '../engine/ports/emit.ts';

export interface LogLine {
  readonly name: EngineEvent['name'] | OwnName;
  readonly level: 'error' | 'warn' | 'info' | 'debug';
  /** Null: the text is the event's own. */
  readonly text: string | null;
  /** When it is logged, and what it means, for the reference. */
  readonly about: string;
}

/** What no engine event tells, since it happens where the service is put together. */
type OwnName =
  | 'service.starting'
  | 'settings.doubtful'
  | 'store.opened'
  | 'api-key.revoked'
  | 'identity-provider.failed'
  | 'mail.unsent';

function line(
  name: LogLine['name'],
  level: LogLine['level'],
  text: string | null,
  about: string,
): LogLine {
  return { name, level, text, about };
}

export const LOG_LINES = {
  starting: line(
    'service.starting',
    'info',
    'ringpost starts',
    'Version, Node, store, roles, and where each setting comes from, without its value.',
  ),
  doubtful: line(
    'settings.doubtful',
    'warn',
    null,
    'A setting is unknown, or probably not what was meant.',
  ),
  opened: line(
    'store.opened',
    'info',
    'the store is open',
    'The schema found (`schemaBefore`, 0: none) and now (`schema`); migrations ran if they differ.',
  ),
  keyRevoked: line(
    'api-key.revoked',
    'warn',
    null,
    'RINGPOST_API_KEY or RINGPOST_INSTANCE_KEY is a key that was revoked.',
  ),
  projectFull: line(
    'project.counted',
    'warn',
    'a project is at its limit of calls; it takes no new ones',
    'Until calls of it are removed or its limit is raised.',
  ),
  projectRoomy: line('project.counted', 'info', 'a project has room for calls again', 'See above.'),
  dashboardMissing: line(
    'dashboard.missing',
    'warn',
    null,
    'The pages were not built; the API works.',
  ),
  requestFailed: line(
    'request.failed',
    'error',
    'request failed unexpectedly',
    'A fault of the service, answered 500; `requestId` is that of the answer.',
  ),
  providerFailed: line(
    'identity-provider.failed',
    'warn',
    'the identity provider',
    'A sign-in by the identity provider failed; `message` says why.',
  ),
  mailUnsent: line(
    'mail.unsent',
    'warn',
    'a mail was not sent',
    'A mail to a person, such as an invitation.',
  ),
  unmapped: line(
    'ingest.unmapped',
    'warn',
    'a provider sent a value without a mapping',
    'The callback was answered 204 and reported nothing.',
  ),
  ingestLost: line(
    'ingest.lost',
    'warn',
    'reports of a provider were kept for calls that did not begin',
    'No request said the direction of their calls, or too many of one call waited; the requests ' +
      'of the source say which.',
  ),
  attemptDelivered: line('attempt.ended', 'debug', 'attempt ended', 'It delivered.'),
  attemptFailed: line(
    'attempt.ended',
    'info',
    'attempt ended',
    'It did not deliver; `outcome`, `status` and `error` say how.',
  ),
  attemptHopeless: line(
    'attempt.ended',
    'error',
    'attempt ended; an operator must look at the endpoint',
    'No retry can mend it.',
  ),
  givenUp: line(
    'delivery.closed',
    'warn',
    'delivery given up',
    'Its `state` is `rejected`, `exhausted` or `blocked`.',
  ),
  endpointHeld: line(
    'endpoint.held',
    'warn',
    'endpoint on hold after failures',
    'No first attempts until `untilMs`.',
  ),
  endpointReleased: line('endpoint.released', 'info', 'endpoint recovered', 'It answers again.'),
  endpointDisabled: line(
    'endpoint.disabled',
    'error',
    'endpoint disabled; its deliveries are held',
    'It answered 410, or failed for three days.',
  ),
  runEnded: line('run.ended', 'debug', 'run ended', 'A run of an agent succeeded.'),
  runFailed: line('run.ended', 'warn', 'run failed', 'Or was cancelled; `reason` says why.'),
  runFaulted: line(
    'run.faulted',
    'error',
    'the work on a run failed; this is a fault of the service',
    'The run fails, the call goes on.',
  ),
  shardsChanged: line(
    'shards.changed',
    'info',
    'this process sends for other shards now',
    'Another worker came or went.',
  ),
  leaseLapsed: line(
    'lease.lapsed',
    'error',
    'the database did not answer in time; nothing is sent until it does',
    'Other workers may take the shards.',
  ),
  modelAnswered: line(
    'model.asked',
    'debug',
    'the language model answered',
    'With its tokens and time.',
  ),
  modelMisconfigured: line(
    'model.asked',
    'error',
    'the language model cannot be asked with these settings',
    'Analyses are without a model.',
  ),
  modelSilent: line(
    'model.asked',
    'warn',
    'the language model gave no answer',
    '`outcome` says why; the analysis is without a model.',
  ),
  sealRefused: line(
    'seal.refused',
    'error',
    'a sealed text was refused: it was altered, moved, or sealed by another master key',
    'Once for each text in some minutes.',
  ),
  storeRefuses: line(
    'store.failed',
    'error',
    'the store failed; requests are answered 503',
    'One line in 5 s; `unsaid` counts the others.',
  ),
  storeFailed: line(
    'store.failed',
    'error',
    'the store failed; it is tried again',
    'As above, for work that goes on by itself.',
  ),
  alertOpened: line(
    'alert.opened',
    'warn',
    'an alert opened',
    'With its project, id and trigger, and the id of the endpoint or source that it is about.',
  ),
  alertRecovered: line('alert.recovered', 'info', 'an alert recovered', 'It is over.'),
  noticeClosed: line(
    'notice.closed',
    'info',
    'a notice of alerts was closed',
    'Its `state` is `sent`, or `dropped`: its receiver is gone or no longer wants it, or `error` ' +
      'says that newer ones waited.',
  ),
  noticeGivenUp: line(
    'notice.closed',
    'error',
    'a notice of alerts was given up',
    'Members (`to` is `mail`) or an endpoint were not told; `status` and `error` say why.',
  ),
  swept: line('sweep.ended', 'info', 'sweep ended', 'It changed `rows` rows.'),
  sweptNothing: line(
    'sweep.ended',
    'debug',
    'sweep ended',
    'It changed nothing, or is the look at the backlog.',
  ),
  spansDropped: line(
    'spans.dropped',
    'warn',
    'spans did not reach the collector',
    'One line in 10 s; `count` and `reason` as in the metric.',
  ),
} as const satisfies Readonly<Record<string, LogLine>>;

/** What `say` needs of a logger. */
export type Saying = Readonly<Record<LogLine['level'], (facts: object, text: string) => void>>;

/** `facts`: an engine's event names itself. `own`: the text of a line that has none. */
export function say(log: Saying, { name, level, text }: LogLine, facts: object, own = ''): void {
  // No copy for an engine's event: there is one for each attempt, mostly below the level.
  log[level]('name' in facts ? facts : { name, ...facts }, text ?? own);
}
