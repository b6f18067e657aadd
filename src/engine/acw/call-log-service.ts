/**
 * Call logs: platforms send them and agents read them (S10). Storing a log fires nothing; it wakes
 * the runs that wait for the log. Must never refuse a log because its call is unknown.
 */
import type { CallLog } from '../../acw/call-log/call-log.ts';
import { callLogFaults } from '../../acw/call-log/call-log-rules.ts';
import { type CallLogExpectation, callLogExpectation } from '../../acw/run/run-rules.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import { utf8Bytes } from '../../core/text.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import { deletedCall, refuseDeletedCall } from '../manage/deleted-call.ts';
import type { CallLogFacts, CallLogStore, StoredCallLog } from '../ports/acw-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { RetentionStore } from '../ports/retention-store.ts';

export interface CallLogService {
  /**
   * `body`: the JSON text from which `log` was read. `seen`: the version in `If-Match`; null: any
   * version. Throws INVALID_INPUT with every broken rule, DIRECTION_CHANGED, PRECONDITION_FAILED.
   */
  put(
    projectKey: ProjectKey,
    callId: string,
    log: CallLog,
    body: string,
    seen: number | null,
  ): Promise<{ readonly version: number; readonly created: boolean; readonly turns: number }>;
  /** Throws CALL_LOG_NOT_FOUND, whose detail says whether a log may still come. */
  get(projectKey: ProjectKey, callId: string): Promise<StoredCallLog>;
  /** For the page of a call: the log that exists, and whether one may still come. */
  describe(
    projectKey: ProjectKey,
    callId: string,
  ): Promise<{ readonly facts: CallLogFacts | null; readonly expectation: CallLogExpectation }>;
  /** Throws CALL_LOG_NOT_FOUND. */
  delete(projectKey: ProjectKey, callId: string, author: Author): Promise<void>;
}

export interface CallLogServiceParts {
  readonly store: CallLogStore & Pick<RetentionStore, 'removedCall'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  /** Called after a log was stored, since a run of this process may wait for it. */
  readonly onStored: () => void;
}

/** A log that comes at all usually comes within seconds. */
const RETRY_AFTER_S = 5;

export function createCallLogService({
  store,
  clock,
  onStored,
}: CallLogServiceParts): CallLogService {
  async function describe(projectKey: ProjectKey, callId: string) {
    const { facts, call } = await store.callLogOutlook({ projectKey, callId });
    const expectation = call === null ? 'EXPECTED' : callLogExpectation(call, call.hadErrors);
    return { facts, expectation } as const;
  }

  return {
    async put(projectKey, callId, log, body, seen) {
      const fields = callLogFaults(log);
      if (fields.length > 0) {
        throw new ServiceError('INVALID_INPUT', 'The call log breaks a rule.', { fields });
      }
      const { direction } = log;
      const { length: turns } = log.turns;
      const facts = { direction, body, bytes: utf8Bytes(body), turns, seen };
      const nowMs = clock.wallMs();
      const answer = await store.putCallLog({ projectKey, callId, ...facts, nowMs });
      if (answer.kind === 'changed') throw changed(answer.version);
      if (answer.kind === 'direction') throw otherDirection(answer.direction);
      if (answer.kind === 'removed') throw deletedCall();
      onStored();
      const { version, created } = answer;
      return { version, created, turns };
    },

    async get(projectKey, callId) {
      const log = await store.callLog({ projectKey, callId });
      if (log !== null) return log;
      await refuseDeletedCall(store, projectKey, callId);
      const { facts, expectation } = await describe(projectKey, callId);
      throw notFound(facts, expectation);
    },

    describe,

    async delete(projectKey, callId, author) {
      const nowMs = clock.wallMs();
      const facts = await store.callLogFacts({ projectKey, callId });
      const before = facts === null ? null : { version: facts.version, turns: facts.turns };
      const change = { before, after: null };
      const audit = auditEntry(author, nowMs, 'call-log.deleted', callId, change);
      if (await store.deleteCallLog({ projectKey, callId, audit, nowMs })) return;
      throw new ServiceError('CALL_LOG_NOT_FOUND', 'There is no log of this call to remove.');
    },
  };
}

/** Without Retry-After a client need not ask again. */
function notFound(facts: CallLogFacts | null, expectation: CallLogExpectation): ServiceError {
  const deleted = facts?.deletedAtMs ?? null;
  if (deleted !== null) return new ServiceError('CALL_LOG_NOT_FOUND', REMOVED);
  const more = expectation === 'NEVER' ? {} : { retryAfterS: RETRY_AFTER_S };
  return new ServiceError('CALL_LOG_NOT_FOUND', NOT_THERE[expectation], more);
}

const REMOVED = 'The log of this call was removed.';

const NOT_THERE: Readonly<Record<CallLogExpectation, string>> = {
  EXPECTED: 'There is no log of this call yet. Ask again for some minutes, then give up.',
  UNLIKELY:
    'There is no log of this call. It was not answered or failed early, so most likely none ' +
    'comes; give up after a minute.',
  NEVER: 'This call was never placed, so it has no log and gets none.',
};

function changed(version: number): ServiceError {
  const present = version === 0 ? 'There is no log of this call' : `It has the version ${version}`;
  return new ServiceError('PRECONDITION_FAILED', `${present} now. Read it and decide again.`);
}

function otherDirection(direction: string): ServiceError {
  return new ServiceError('DIRECTION_CHANGED', `The call was reported as ${direction}.`, {
    fields: [{ field: '/direction', message: `Send ${direction}, as the call was reported.` }],
  });
}
