/**
 * Results of after-call work (S9.13 to S9.18): agents post them, operators and platforms read them.
 * Posting the same result of a run twice has no further effect. Must never accept a result for a
 * run that has ended otherwise.
 */

import { type RunReason, runId } from '../../acw/run/run.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { takesPayload } from '../../core/endpoint/endpoint.ts';
import { type FieldError, ServiceError } from '../../core/error/service-error.ts';
import {
  asKey,
  type EndpointKey,
  formatId,
  type ProjectKey,
  parseId,
  type ResultKey,
  type RunKey,
} from '../../core/id.ts';
import { isErrorCode } from '../../core/payload/call-error.ts';
import { freeTextFault, lineFault, utf8Bytes } from '../../core/text.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { refuseDeletedCall } from '../manage/deleted-call.ts';
import {
  type PostAnswer,
  type PostedResult,
  RESULT_BYTES_MAX,
  type ResultError,
  type Run,
  type RunEnd,
  type RunStore,
  type StoredResult,
} from '../ports/acw-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import type { EndpointStore } from '../ports/manage-store.ts';
import type { QueryStore } from '../ports/query-store.ts';
import type { RetentionStore } from '../ports/retention-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { tellRunEnd } from './finish.ts';

/** A result as an agent sends it; `result` is the JSON text of an object. */
export interface ResultInput {
  readonly callId: string;
  readonly acwAgentId: string;
  readonly acwRunId: string | null;
  readonly isError: boolean;
  readonly result: string | null;
  /** Our error codes, or the agent's own. */
  readonly errors: readonly { readonly code: string; readonly message: string | null }[];
  readonly engine: string | null;
}

export interface ResultService {
  /**
   * `created` is false if the same content had been posted before. Throws ACW_RUN_NOT_FOUND (also
   * for runs, agents and calls of another project), ACW_RESULT_EXISTS, ACW_RUN_CLOSED,
   * BODY_TOO_LARGE, INVALID_INPUT.
   */
  post(
    projectKey: ProjectKey,
    input: ResultInput,
  ): Promise<{ readonly created: boolean; readonly stored: StoredResult }>;
  /** Throws NOT_FOUND. */
  get(projectKey: ProjectKey, resultId: string): Promise<StoredResult>;
  /** The newest first, without their `result` texts. Throws NOT_FOUND for an unknown call. */
  ofCall(
    projectKey: ProjectKey,
    callId: string,
    beforeKey: ResultKey | null,
    limit: number,
  ): Promise<readonly StoredResult[]>;
}

export interface ResultServiceParts {
  readonly store: Pick<RunStore, 'postResult' | 'result' | 'results'> &
    Pick<EndpointStore, 'endpoint'> &
    Pick<QueryStore, 'call'> &
    Pick<RetentionStore, 'removedCall'>;
  readonly secrets: Pick<Secrets, 'sha256Hex'>;
  readonly dispatcher: Pick<Dispatcher, 'offer'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly emit: Emit;
}

/** The largest number of errors in one result. */
export const RESULT_ERRORS_MAX = 100;
export const ENGINE_POINTS_MAX = 256;

export function createResultService(parts: ResultServiceParts): ResultService {
  const { store } = parts;
  return {
    async post(projectKey, input) {
      refuseFaults(input);
      const posted = await postedOf(parts, projectKey, input);
      const answer = await store.postResult(posted);
      if (answer.kind === 'not-found') await refuseDeletedCall(store, projectKey, posted.callId);
      if (answer.kind === 'created') tellRunEnd(answer.run, answer, parts);
      return answered(answer, posted);
    },

    async get(projectKey, resultId) {
      const parsed = parseId('acwr', resultId);
      const key = parsed === null ? null : asKey<ResultKey>(parsed.key);
      const stored = key === null ? null : await store.result({ projectKey, key });
      if (stored !== null && stored.createdAtMs === parsed?.createdAtMs) return stored;
      throw new ServiceError('NOT_FOUND', 'There is no such result.');
    },

    async ofCall(projectKey, callId, beforeKey, limit) {
      const rows = await store.results({ projectKey, callId, beforeKey, limit });
      // A call may be removed while its results are kept.
      if (rows.length > 0 || (await store.call({ projectKey, callId })) !== null) return rows;
      throw new ServiceError('NOT_FOUND', 'There is no such call.');
    },
  };
}

function refuseFaults({ isError, result, errors, engine }: ResultInput): void {
  if (result !== null && utf8Bytes(result) > RESULT_BYTES_MAX) {
    throw new ServiceError('BODY_TOO_LARGE', `A result is at most ${RESULT_BYTES_MAX} bytes.`);
  }
  const fields: FieldError[] = [];
  const note = (field: string, message: string | null): void => {
    if (message !== null) fields.push({ field, message });
  };
  note('/errors', errors.length > 0 && !isError ? ERRORS_WITHOUT_FAILURE : null);
  const tooMany = errors.length > RESULT_ERRORS_MAX;
  note('/errors', tooMany ? `Send at most ${RESULT_ERRORS_MAX} errors.` : null);
  for (const [index, { code, message }] of tooMany ? [] : errors.entries()) {
    note(`/errors/${index}/code`, lineFault(code, { min: 1, max: CODE_POINTS_MAX }));
    note(`/errors/${index}/message`, message === null ? null : freeTextFault(message));
  }
  note('/engine', engine === null ? null : lineFault(engine, { min: 1, max: ENGINE_POINTS_MAX }));
  if (fields.length === 0) return;
  throw new ServiceError('INVALID_INPUT', 'The result breaks a rule.', { fields });
}

/** The longest code of an agent's own, in code points. */
const CODE_POINTS_MAX = 64;
const ERRORS_WITHOUT_FAILURE =
  'Send isError true with errors: they say why a run failed. A result that is right has none.';

/** Known codes stay codes; an agent's own codes are kept as text. */
function codedErrors(errors: ResultInput['errors']): readonly ResultError[] {
  return errors.map(({ code, message }) => {
    if (isErrorCode(code)) return { code, message };
    return { code: 'ANALYZER_FAILED', message: message === null ? code : `${code}: ${message}` };
  });
}

async function postedOf(
  { store, secrets, clock }: ResultServiceParts,
  projectKey: ProjectKey,
  input: ResultInput,
): Promise<PostedResult> {
  const { callId, isError, result, engine } = input;
  const errors = codedErrors(input.errors);
  const agent = await agentOf(store, projectKey, input.acwAgentId);
  const parsed = input.acwRunId === null ? null : parseId('run', input.acwRunId);
  if (parsed === null && input.acwRunId !== null) throw noRun();
  const run =
    parsed === null ? null : { key: asKey<RunKey>(parsed.key), createdAtMs: parsed.createdAtMs };
  const reason: RunReason | null = isError ? 'AGENT_FAILED' : null;
  const end: RunEnd = { isError, reason, errors, engine, result };
  const fingerprint = secrets.sha256Hex(contentOf(end));
  const nowMs = clock.wallMs();
  return { ...end, projectKey, callId, endpoint: agent.key, run, fingerprint, nowMs };
}

/** Finds a deleted agent too, since an agent that was launched before may still answer. */
async function agentOf(
  store: ResultServiceParts['store'],
  projectKey: ProjectKey,
  acwAgentId: string,
): Promise<Endpoint> {
  const parsed = parseId('ep', acwAgentId);
  const key = parsed === null ? null : asKey<EndpointKey>(parsed.key);
  const agent = key === null ? null : await store.endpoint({ projectKey, key });
  if (agent?.id !== acwAgentId) throw noRun();
  if (agent.kind === 'self-provided-agent') return agent;
  throw new ServiceError('INVALID_INPUT', 'The agent records no results here.', {
    fields: [{ field: '/acwAgentId', message: otherAgent(agent) }],
  });
}

function otherAgent({ kind }: Endpoint): string {
  return takesPayload(kind) || !kind.startsWith('builtin-')
    ? `Name an endpoint of kind self-provided-agent; this one is of kind ${kind}.`
    : 'Name an endpoint of kind self-provided-agent; a built-in agent records its own results.';
}

/** A text that is equal for equal content, whatever the order of keys and the spacing. */
function contentOf({ isError, errors, engine, result }: RunEnd): string {
  const facts = { isError, errors: errors.map(({ code, message }) => [code, message]), engine };
  return `${JSON.stringify(facts)}${result === null ? '' : canonicalJson(result)}`;
}

function answered(
  answer: PostAnswer,
  posted: PostedResult,
): { readonly created: boolean; readonly stored: StoredResult } {
  switch (answer.kind) {
    case 'created':
      return { created: true, stored: storedOf(answer, posted) };
    case 'repeated':
      return { created: false, stored: answer.stored };
    case 'differs':
      throw new ServiceError('ACW_RESULT_EXISTS', existing(answer.stored));
    case 'closed':
      throw new ServiceError('ACW_RUN_CLOSED', closed(answer.run));
    case 'not-found':
      throw noRun();
  }
}

function storedOf(
  { run, result: key, createdAtMs }: Extract<PostAnswer, { readonly kind: 'created' }>,
  { isError, reason, errors, engine, result }: PostedResult,
): StoredResult {
  return { isError, reason, errors, engine, result, key, createdAtMs, run };
}

function existing({ key, createdAtMs, run }: StoredResult): string {
  const id = formatId('acwr', createdAtMs, key);
  return (
    `The run ${runId(run.createdAtMs, run.key)} has the result ${id}, with another content. A ` +
    'result does not change: run the agent again for a new one.'
  );
}

function closed(run: Run): string {
  const id = runId(run.createdAtMs, run.key);
  const why = run.reason === null ? '' : ` (${run.reason})`;
  return `The run ${id} has ended${why} and takes no result. Run the agent again for a new one.`;
}

function noRun(): ServiceError {
  return new ServiceError(
    'ACW_RUN_NOT_FOUND',
    'The agent has no such run for this call. Send callId and acwAgentId as the launch had them, ' +
      'and its header acw-run-id as acwRunId.',
  );
}
