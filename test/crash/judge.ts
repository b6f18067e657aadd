/**
 * Gathers the input of the verdict once a run has drained: the API's list of deliveries and, for a
 * repeat that nothing else explains, whether its sender records that it waited its whole timeout.
 * On a machine that is too busy that can be so although the receiver answered at once.
 */
import type { Lives } from './lives.ts';
import { type Endpoints, SCHEDULES, TIMEOUTS_MS } from './operator.ts';
import { type Arrival, PATHS } from './recording-receiver.ts';
import { didTimeOut, everyDelivery } from './rest.ts';
import { judgeRun, type RunToJudge, unexplained, type Verdict } from './verdict.ts';

export interface RunSoFar
  extends Pick<RunToJudge, 'acknowledged' | 'refused' | 'arrivals'>,
    Pick<Lives, 'killed' | 'freezes'> {
  readonly url: string;
  readonly endpoints: Endpoints;
}

export async function judge({ url, endpoints, ...given }: RunSoFar): Promise<Verdict> {
  const resting = await everyDelivery(url);
  const timedOut = new Set<Arrival>();
  const run: RunToJudge = {
    ...given,
    resting,
    endpoints: PATHS.map((path) => ({
      path,
      id: endpoints.get(path) ?? '',
      attemptsMax: SCHEDULES[path].length + 1,
      mayGiveUp: path === '/dead',
    })),
    timedOut,
  };
  for (const last of unexplained(run)) {
    const path = PATHS.find((each) => each === last.path) ?? '/good';
    const row = resting.find(
      ({ endpointId, callId, sequence }) =>
        endpointId === endpoints.get(path) && callId === last.callId && sequence === last.sequence,
    );
    const { attempt } = last;
    if (row === undefined) continue;
    if (await didTimeOut(url, row.id, attempt, TIMEOUTS_MS[path])) timedOut.add(last);
  }
  return judgeRun(run);
}
