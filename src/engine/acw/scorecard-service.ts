/**
 * Scorecards, as operators edit them (S11.13, S11.14). Every edit is a new revision, so that an
 * evaluation can always be read together with the criteria that it used.
 */
import type { CallLog } from '../../acw/call-log/call-log.ts';
import { DEFAULT_SCORECARD } from '../../acw/evaluation/default-scorecard.ts';
import type { Evaluation } from '../../acw/evaluation/evaluation.ts';
import {
  SCORECARDS_MAX,
  type Scorecard,
  type ScorecardSettings,
} from '../../acw/evaluation/scorecard.ts';
import { checkScorecard } from '../../acw/evaluation/scorecard-rules.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, formatId, type ProjectKey, type ScorecardKey } from '../../core/id.ts';
import { ENDPOINTS_MAX } from '../../core/project/limits.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import { createKeyedMutex } from '../manage/keyed-mutex.ts';
import { isSame } from '../manage/same.ts';
import type { CallLogStore, ScorecardStore } from '../ports/acw-store.ts';
import { type Analyst, AnalystFailure } from '../ports/analyst.ts';
import type { Clock } from '../ports/clock.ts';
import type { EndpointStore } from '../ports/manage-store.ts';
import type { QueryStore } from '../ports/query-store.ts';
import { noScorecard, scorecardById } from './scorecard-by-id.ts';

export interface ScorecardService {
  list(projectKey: ProjectKey): Promise<readonly Scorecard[]>;
  /** `revision` null: the present revision. Throws NOT_FOUND. */
  get(projectKey: ProjectKey, scorecardId: string, revision: number | null): Promise<Scorecard>;
  /** Throws INVALID_INPUT with every broken rule, or LIMIT_REACHED. */
  create(projectKey: ProjectKey, settings: ScorecardSettings, author: Author): Promise<Scorecard>;
  /**
   * `seen`: the revision that was edited. Throws the errors of `create`, NOT_FOUND and
   * PRECONDITION_FAILED.
   */
  revise(
    projectKey: ProjectKey,
    scorecardId: string,
    settings: ScorecardSettings,
    seen: number,
    author: Author,
  ): Promise<Scorecard>;
  setDefault(projectKey: ProjectKey, scorecardId: string, author: Author): Promise<Scorecard>;
  /** Throws STATE_CONFLICT for the default scorecard, and while an evaluator names it. */
  delete(projectKey: ProjectKey, scorecardId: string, author: Author): Promise<void>;
  /**
   * Evaluates a call by rules only and stores nothing. Throws CALL_LOG_NOT_FOUND, INVALID_INPUT.
   */
  tryOn(projectKey: ProjectKey, settings: ScorecardSettings, callId: string): Promise<Evaluation>;
  /** Makes sure that a project has its default scorecard. */
  ensureDefault(projectKey: ProjectKey): Promise<void>;
}

export interface ScorecardServiceParts {
  readonly store: ScorecardStore &
    Pick<CallLogStore, 'callLog'> &
    Pick<EndpointStore, 'endpoints'> &
    Pick<QueryStore, 'call'>;
  readonly analyst: Pick<Analyst, 'evaluate'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly version: string;
}

export function createScorecardService(parts: ScorecardServiceParts): ScorecardService {
  const { store, clock } = parts;
  const inTurn = createKeyedMutex<ProjectKey>();

  /** The present revision. */
  async function found(projectKey: ProjectKey, id: string): Promise<Scorecard> {
    const scorecard = await scorecardById(store, projectKey, id, null);
    if (scorecard === null || scorecard.deletedAtMs !== null) throw noScorecard();
    return scorecard;
  }

  return {
    list: (projectKey) => store.scorecards(projectKey),

    async get(projectKey, id, revision) {
      if (revision === null) return found(projectKey, id);
      const scorecard = await scorecardById(store, projectKey, id, revision);
      if (scorecard === null) throw noScorecard();
      return scorecard;
    },

    async create(projectKey, settings, author) {
      refuseFaults(settings);
      const change = { before: null, after: settings };
      const audit = auditEntry(author, clock.wallMs(), 'scorecard.created', null, change);
      const made = await store.createScorecard({
        projectKey,
        settings,
        audit,
        nowMs: clock.wallMs(),
      });
      if (made !== null) return made;
      throw new ServiceError(
        'LIMIT_REACHED',
        `A project has at most ${SCORECARDS_MAX} scorecards.`,
      );
    },

    async revise(projectKey, id, settings, seen, author) {
      refuseFaults(settings);
      const before = await found(projectKey, id);
      if (before.revision !== seen) throw changed(before);
      if (isSame(settings, settingsOf(before))) return before;
      const change = { before: settingsOf(before), after: settings };
      const nowMs = clock.wallMs();
      const audit = auditEntry(author, nowMs, 'scorecard.revised', id, change);
      const { key } = before;
      const answer = await store.reviseScorecard({ projectKey, key, settings, seen, audit, nowMs });
      if (answer === null) throw noScorecard();
      if (answer.kind === 'changed') throw changed(answer.scorecard);
      return answer.scorecard;
    },

    async setDefault(projectKey, id, author) {
      const before = await found(projectKey, id);
      if (before.isDefault) return before;
      const nowMs = clock.wallMs();
      const change = { before: null, after: { isDefault: true } };
      const audit = auditEntry(author, nowMs, 'scorecard.made-default', id, change);
      if (!(await store.setDefaultScorecard({ projectKey, key: before.key, audit, nowMs }))) {
        throw noScorecard();
      }
      return found(projectKey, id);
    },

    async delete(projectKey, id, author) {
      const before = await found(projectKey, id);
      await refuseWhileNamed(parts, projectKey, id);
      const nowMs = clock.wallMs();
      const change = { before: settingsOf(before), after: null };
      const audit = auditEntry(author, nowMs, 'scorecard.deleted', id, change);
      const answer = await store.deleteScorecard({ projectKey, key: before.key, audit, nowMs });
      if (answer === 'not-found') throw noScorecard();
      if (answer === 'is-default') throw new ServiceError('STATE_CONFLICT', IS_DEFAULT);
    },

    async tryOn(projectKey, settings, callId) {
      refuseFaults(settings, '/scorecard');
      return tried(parts, projectKey, settings, callId);
    },

    ensureDefault: (projectKey) =>
      inTurn(projectKey, async () => {
        if ((await store.scorecards(projectKey)).length > 0) return;
        await store.createScorecard({
          projectKey,
          settings: DEFAULT_SCORECARD,
          audit: null,
          nowMs: clock.wallMs(),
        });
      }),
  };
}

const IS_DEFAULT =
  'It is the default scorecard of the project; make another one the default first.';

/** `at`: the JSON pointer of the scorecard within the body. */
function refuseFaults(settings: ScorecardSettings, at = ''): void {
  const faults = checkScorecard(settings);
  if (faults.length === 0) return;
  const fields = faults.map(({ field, message }) => ({ field: `${at}${field}`, message }));
  throw new ServiceError('INVALID_INPUT', 'The scorecard breaks a rule.', { fields });
}

function changed({ revision }: Scorecard): ServiceError {
  return new ServiceError(
    'PRECONDITION_FAILED',
    `It was edited meanwhile: it has the revision ${revision} now. Read it and edit again.`,
  );
}

function settingsOf({
  name,
  passMark,
  unknownCriteria,
  criteria,
}: ScorecardSettings): ScorecardSettings {
  return { name, passMark, unknownCriteria, criteria };
}

async function refuseWhileNamed(
  { store }: ScorecardServiceParts,
  projectKey: ProjectKey,
  id: string,
): Promise<void> {
  const page = { afterKey: null, limit: ENDPOINTS_MAX };
  const naming = (await store.endpoints({ projectKey, ...page })).filter(
    ({ agent }) => agent !== null && 'scorecardId' in agent && agent.scorecardId === id,
  );
  if (naming.length === 0) return;
  const names = naming.map((endpoint) => endpoint.id).join(', ');
  throw new ServiceError(
    'STATE_CONFLICT',
    `Evaluators use it (${names}). Give them another scorecard first.`,
  );
}

async function tried(
  { store, analyst, clock, version }: ScorecardServiceParts,
  projectKey: ProjectKey,
  settings: ScorecardSettings,
  callId: string,
): Promise<Evaluation> {
  const log = await store.callLog({ projectKey, callId });
  if (log === null) {
    throw new ServiceError('CALL_LOG_NOT_FOUND', 'Try it on a call whose log is stored.');
  }
  const call = await store.call({ projectKey, callId });
  // A log may be stored before its call is reported.
  const direction = call?.direction ?? readLog(log.body).direction;
  const nowMs = clock.wallMs();
  const scorecard: Scorecard = {
    ...settings,
    key: asKey<ScorecardKey>(0),
    id: formatId('sc', nowMs, 0),
    revision: 0,
    isDefault: false,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    deletedAtMs: null,
  };
  try {
    const task = { body: log.body, direction, version, status: call?.status ?? null };
    return await analyst.evaluate(task, scorecard);
  } catch (error) {
    throw afterFault(error);
  }
}

/** The log was checked when it was stored. */
function readLog(body: string): CallLog {
  const log: CallLog = JSON.parse(body);
  return log;
}

function afterFault(error: unknown): unknown {
  if (!(error instanceof AnalystFailure)) return error;
  if (error.reason === 'BUSY' || error.reason === 'CLOSED') {
    return new ServiceError('OVERLOADED', 'Too many call logs are being read. Try again.', {
      retryAfterS: 5,
    });
  }
  return new ServiceError('STATE_CONFLICT', `The log cannot be evaluated. ${error.message}`);
}
