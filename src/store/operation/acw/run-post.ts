/**
 * A result that a self-provided agent posts (S9.15 to S9.17) ends its run as the service itself
 * would. A post is idempotent by its run or, if it names none, by its content: a repeat gets the
 * stored answer. Must never accept a result for a run that has ended otherwise.
 */
import type { EndpointKey, ProjectKey, RunKey } from '../../../core/id.ts';
import type { PostAnswer, PostedResult, Run } from '../../../engine/ports/acw-store.ts';
import { type Operation, one, query } from '../../statement.ts';
import { hash64 } from '../call/call.ts';
import type { Session } from '../session.ts';
import { resultOfRun } from './acw-result.ts';
import { endRun } from './run-end.ts';
import { presentRun, RUN_COLUMNS, RUN_JOINS, type RunRow, runByKey, toRun } from './run-row.ts';

const OF_AGENT = `
  select ${RUN_COLUMNS} from runs r indexed by runs_by_call ${RUN_JOINS}
  where r.call_id_hash = ? and r.project_key + 0 = ? and r.call_id = ? and r.endpoint_key + 0 = ?`;

/**
 * Parameters: hash, project, call id, endpoint. runs_by_call. An agent may answer before its 2xx is
 * settled, so QUEUED counts as open; a cancelled launch was not sent. The sums keep a planner from
 * walking the runs of a project or an agent, or all in their order.
 */
export const OLDEST_OPEN = query<RunRow>(`${OF_AGENT}
    and (r.state = 'RUNNING' or (r.state = 'QUEUED' and d.state <> 'cancelled'))
  order by r.key + 0 limit 1`);

/**
 * Parameters: as above, and the fingerprint. As above. The agent's first result with this content.
 */
export const SAME_RESULT = query<RunRow>(`${OF_AGENT} and a.fingerprint = ?
  order by r.key + 0 limit 1`);

/**
 * How often it looks for an open run of the agent and call, since other posts may end each of them
 * meanwhile.
 */
const LOOKS_MAX = 10;

export function* postResult(session: Session, posted: PostedResult): Operation<PostAnswer> {
  if (posted.run === null) return yield* postUnnamed(session, posted);
  const run = yield* named(posted);
  if (run === null || run.kind !== 'self-provided-agent') return { kind: 'not-found' };
  const ended = run.finishedAtMs === null ? yield* endedBy(session, run, posted) : null;
  return ended ?? (yield* answerOf(run.key, posted.fingerprint));
}

/** A post with the content of a stored result is a repeat of it, even if another run is open. */
function* postUnnamed(session: Session, posted: PostedResult): Operation<PostAnswer> {
  const { projectKey, callId, endpoint, fingerprint } = posted;
  const of: readonly [bigint, ProjectKey, string, EndpointKey] = [
    hash64(callId),
    projectKey,
    callId,
    endpoint,
  ];
  for (let looks = 1; looks <= LOOKS_MAX; looks += 1) {
    const same = yield* one(SAME_RESULT, ...of, fingerprint);
    if (same !== undefined) return yield* answerOf(same.key, fingerprint);
    const row = yield* one(OLDEST_OPEN, ...of);
    if (row === undefined) return { kind: 'not-found' };
    const run = toRun(row);
    if (run.kind !== 'self-provided-agent') return { kind: 'not-found' };
    const ended = yield* endedBy(session, run, posted);
    // Null: another post has just ended this run, so look for the next open one.
    if (ended !== null) return ended;
  }
  return { kind: 'not-found' };
}

function* endedBy(session: Session, run: Run, posted: PostedResult): Operation<PostAnswer | null> {
  const { isError, reason, errors, engine, result, fingerprint, nowMs } = posted;
  const end = { isError, reason, errors, engine, result };
  const ended = yield* endRun(session, run, { end, claim: null, fingerprint, nowMs });
  return ended === null ? null : { kind: 'created', run: yield* presentRun(run.key), ...ended };
}

/** The answer for a run that has ended, perhaps at this moment. */
function* answerOf(key: RunKey, fingerprint: string): Operation<PostAnswer> {
  const present = yield* resultOfRun(key);
  if (present === null || present.fingerprint === null) {
    return { kind: 'closed', run: yield* presentRun(key) };
  }
  const kind = present.fingerprint === fingerprint ? 'repeated' : 'differs';
  return { kind, stored: present.stored };
}

function* named({ run, projectKey, callId, endpoint }: PostedResult): Operation<Run | null> {
  if (run === null) return null;
  const found = yield* runByKey(run.key);
  if (found === null || found.createdAtMs !== run.createdAtMs) return null;
  const isIts = found.projectKey === projectKey && found.endpoint === endpoint;
  return isIts && found.callId === callId ? found : null;
}
