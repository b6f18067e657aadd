/**
 * After-call work in the demo: the two built-in agents, the call log that they wait for, what they
 * did in rows, and whether the results are what the log says. The verdict is pure, so that it can
 * be tested with results that are wrong; its figures were counted in `call-log.json` by hand.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api, ResultView, RunView } from './api.ts';
import type { Row } from './journal.ts';
import type { Arrival } from './receiver.ts';
import { type Finding, finding } from './verdict.ts';

export const AGENT_NAMES = ['analyzer', 'evaluator'] as const;

/** Of `call-log.json`: from the times of its turns, and by the default scorecard. */
const ANALYSIS_WANTED = {
  durationMs: 64_000,
  agentTalkMs: 34_200,
  customerTalkMs: 17_800,
  silenceMs: 13_500,
  longestSilenceMs: 8_500,
  interruptionsByAgent: 1,
  interruptionsByCustomer: 0,
  agentAnswersInMs: 400,
  customerAnswersInMs: 500,
  summary: true,
};
/** The recording of the call is not announced; all other criteria pass. */
const EVALUATION_WANTED = {
  earned: 90,
  possible: 100,
  passed: true,
  criteria: 9,
  failed: 'recording-disclosure',
};
const DATA_KEYS = ['acwAgentId', 'acwResultId', 'callId', 'isError'];
const LOOK_PAUSE_MS = 25;

/** The ids of the agents, to their names. */
export async function registerAgents(api: Api): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const name of AGENT_NAMES) {
    const settings = { name, kind: `builtin-${name}`, triggers: ['CALL_LOG_CREATED'] };
    names.set((await api.createEndpoint(settings)).id, name);
  }
  return names;
}

/** Posts the log of a call whose agents wait for it, and waits until each of them has ended. */
export async function workOn(
  api: Api,
  call: { readonly callId: string; readonly startedAtMs: number },
  deadlineMs: number,
): Promise<readonly Row[]> {
  const { callId, startedAtMs } = call;
  const recorded: { readonly turns: readonly object[] } = JSON.parse(
    readFileSync(new URL('call-log.json', import.meta.url), 'utf8'),
  );
  const atMs = Date.now();
  await api.storeCallLog(callId, { ...recorded, startedAt: new Date(startedAtMs).toISOString() });
  const words = `the platform posts the call log, ${recorded.turns.length} turns`;
  const posted: Row = { key: 'log', atMs, steps: 'log', lines: [words], tone: 'plain' };
  for (;;) {
    const runs = await api.runs(callId);
    const isOver = runs.length > 0 && runs.every(({ finishedAt }) => finishedAt !== null);
    if (isOver || Date.now() >= deadlineMs) return [posted, ...runs.map((run) => rowOf(run, atMs))];
    await pause(LOOK_PAUSE_MS);
  }
}

function rowOf({ agentKind, state, reason, createdAt, finishedAt }: RunView, logAtMs: number): Row {
  const name = agentKind.toLowerCase();
  const atMs = finishedAt === null ? Date.now() : Math.max(logAtMs, Date.parse(finishedAt));
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  const waited = `launched ${seconds(logAtMs - Date.parse(createdAt))} before it`;
  const end = finishedAt === null ? 'without an end yet' : reason === null ? '' : ` ${reason}`;
  const words = `${name} ${state}${end}, ${seconds(atMs - logAtMs)} after the log, ${waited}`;
  const tone = state === 'SUCCEEDED' ? 'good' : 'bad';
  return { key: `run ${name}`, atMs, steps: 'run', lines: [words], tone };
}

export interface Work {
  readonly callId: string;
  readonly runs: readonly RunView[];
  /** Fetched by the ids that ACW_COMPLETED brought. */
  readonly results: readonly ResultView[];
  readonly arrivals: readonly Arrival[];
}

/** Fetches what the receiver was told of. */
export async function readWork(
  api: Api,
  callId: string,
  arrivals: readonly Arrival[],
): Promise<Work> {
  const results: ResultView[] = [];
  for (const { acwResultId } of told(callId, arrivals)) results.push(await api.result(acwResultId));
  return { callId, runs: await api.runs(callId), results, arrivals };
}

export function judgeWork(work: Work): readonly Finding[] {
  return [ranOnce(work), wasTold(work), ...recordedRight(work)];
}

function ranOnce({ runs }: Work): Finding {
  const states = runs.map(({ agentKind, state }) => `${agentKind} ${state}`).toSorted();
  const wanted = AGENT_NAMES.map((name) => `${name.toUpperCase()} SUCCEEDED`);
  const faults = states.join() === wanted.join() ? [] : [states.join(', ') || 'no runs'];
  const ended = states.filter((state) => wanted.includes(state)).length;
  return finding('agents that ran once', `${ended} of ${wanted.length}`, faults);
}

/** One ACW_COMPLETED for each run, with its four keys, that leads to the result of this run. */
function wasTold({ callId, runs, results, arrivals }: Work): Finding {
  const all = told(callId, arrivals);
  const faults = runs.flatMap((run) => {
    const own = all.filter(({ acwAgentId }) => acwAgentId === run.acwAgentId);
    const result = results.find(({ acwResultId }) => acwResultId === own[0]?.acwResultId);
    const isRight =
      own.length === 1 &&
      own.every((data) => Object.keys(data).toSorted().join() === DATA_KEYS.join()) &&
      own[0]?.acwResultId === run.acwResultId &&
      own[0]?.isError === String(run.state === 'FAILED') &&
      result?.callId === callId &&
      result.acwAgentId === run.acwAgentId &&
      String(result.isError) === own[0]?.isError;
    return isRight ? [] : [`${run.agentKind}: ${JSON.stringify(own)}`];
  });
  if (all.length !== runs.length) faults.push(`${all.length} for ${runs.length} runs`);
  const found = `${runs.length - faults.length} of ${AGENT_NAMES.length}`;
  return finding('results announced and fetched', found, faults);
}

function recordedRight({ results }: Work): readonly Finding[] {
  const analysis = results.find((each) => each.agentKind === 'ANALYZER')?.result;
  const evaluation = results.find((each) => each.agentKind === 'EVALUATOR')?.result;
  const { talk, silence, interruptions, responseLatencyMs, durationMs } = analysis?.metrics ?? {};
  const failed = evaluation?.criteria.filter(({ result }) => result === 'FAIL');
  return [
    same('figures of the analysis', ANALYSIS_WANTED, {
      durationMs,
      agentTalkMs: talk?.AGENT.ms,
      customerTalkMs: talk?.CUSTOMER.ms,
      silenceMs: silence?.totalMs,
      longestSilenceMs: silence?.longestMs,
      interruptionsByAgent: interruptions?.AGENT,
      interruptionsByCustomer: interruptions?.CUSTOMER,
      agentAnswersInMs: responseLatencyMs?.AGENT.p50,
      customerAnswersInMs: responseLatencyMs?.CUSTOMER.p50,
      summary: (analysis?.summary?.text ?? '') !== '',
    }),
    same('figures of the evaluation', EVALUATION_WANTED, {
      earned: evaluation?.score.earned,
      possible: evaluation?.score.possible,
      passed: evaluation?.score.passed,
      criteria: evaluation?.criteria.length,
      failed: failed?.map(({ id }) => id).join(),
    }),
  ];
}

function same<Figures extends Readonly<Record<string, unknown>>>(
  what: string,
  wanted: Figures,
  found: Readonly<Record<keyof Figures, unknown>>,
): Finding {
  const names = Object.keys(wanted);
  const faults = names
    .filter((name) => found[name] !== wanted[name])
    .map((name) => `${name}: expected ${wanted[name]} but got ${found[name]}`);
  return finding(what, `${names.length - faults.length} of ${names.length}`, faults);
}

/** What the endpoint `signed` was told of results of this call. */
function told(callId: string, arrivals: readonly Arrival[]) {
  return arrivals.flatMap(({ endpoint, status, webhook }) => {
    if (endpoint !== 'signed' || status >= 300) return [];
    if (webhook?.payload.kind !== 'acw-completed') return [];
    const { data } = webhook.payload;
    return data.callId === callId ? [data] : [];
  });
}
