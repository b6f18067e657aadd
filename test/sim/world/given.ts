/** Small scripts and plans that the tests of the simulated world share. */
import type { History } from '../../../sim/history.ts';
import type { EndpointPlan, Script, Step } from '../../../sim/script/script.ts';

export const PLAN: EndpointPlan = {
  triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'],
  pacing: { ratePerS: null, burst: 20, concurrency: 5 },
  retryScheduleMs: [5_000, 15_000],
  timeoutMs: 5_000,
  retryOther4xx: false,
  latencyMs: 40,
};

/** Two endpoints, and ten calls that are answered and completed, one begun every 300 ms. */
export function scriptWith(steps: readonly Step[], changes: Partial<Script> = {}): Script {
  const calls = Array.from({ length: 10 }, (_, call): Step => {
    const walk = [
      { status: 'CALLING', withError: false, afterMs: 100 },
      { status: 'COMPLETED', withError: false, afterMs: 1_000 },
    ];
    return { atMs: call * 300, do: 'call', call, direction: 'OUTBOUND', walk, lostAnswers: 0 };
  });
  return {
    seed: 11,
    profile: 'hand',
    limits: { inFlightMax: 16 },
    disk: { commitMs: 10, readMs: 3 },
    endpoints: [PLAN, PLAN],
    steps: [...calls, ...steps].sort((one, other) => one.atMs - other.atMs),
    healAtMs: 60_000,
    ...changes,
  };
}

type Named<What> = History['happenings'][number] & { readonly what: What };

export function all<What extends History['happenings'][number]['what']>(
  { happenings }: Pick<History, 'happenings'>,
  what: What,
): readonly Named<What>[] {
  return happenings.filter((each): each is Named<What> => each.what === what);
}
