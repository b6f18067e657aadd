/**
 * Faults of after-call work: runs that never end, or too early, too late or without their log, and
 * ends that fire nothing. Only seeds that play agents can show them.
 */
import type { Edit, Mutation } from './mutation.ts';

export const WORK_MUTATIONS: readonly Mutation[] = [
  of(
    'deadline-never',
    'A run whose agent says nothing goes on for ever.',
    [8],
    {
      file: 'src/acw/run/run-step.ts',
      find: '  if (isOver(giveUpAtMs, nowMs, patientUntilMs)) return',
      replace: '  if (nowMs < 0) return',
    },
    {
      file: 'src/acw/run/run-step.ts',
      find: '  const dueAtMs = Math.max(giveUpAtMs, patientUntilMs);',
      replace: '  const dueAtMs = nowMs + LOG_POLL_MS;',
    },
  ),
  of('deadline-halved', 'An agent has half of the time that it was promised.', [8], {
    file: 'src/acw/run/launch.ts',
    find: 'const deadlineAtMs = atMs + deadlineMs(agent);',
    replace: 'const deadlineAtMs = atMs + deadlineMs(agent) / 2;',
  }),
  of('launch-failed-forgotten', 'A run whose launch is given up stays queued for ever.', [268], {
    file: 'src/acw/run/launch.ts',
    find: "  if (next.state !== 'delivered') return neverLaunched(",
    replace:
      "  if (next.state === 'exhausted' || next.state === 'rejected') return null;\n" +
      "  if (next.state !== 'delivered') return neverLaunched(",
  }),
  of('cancel-forgets-run', 'A run whose launch is cancelled stays queued for ever.', [93], {
    file: 'src/store/operation/delivery/delivery-change.ts',
    find: 'yield* change(CANCEL_RUNS, nowMs, reason, listOf(launches));',
    replace: '{}',
  }),
  of('cancel-untold', 'A run whose launch is cancelled ends without a notice.', [93], {
    file: 'src/acw/run/run-step.ts',
    find: 'told: !isGone };',
    replace: 'told: false };',
  }),
  of('deleted-agent-told', 'A run of a deleted agent fires ACW_COMPLETED.', [253], {
    file: 'src/acw/run/run-step.ts',
    find: 'told: !isGone };',
    replace: 'told: true };',
  }),
  of('log-not-seen', 'A run that waits for its log does not look for it.', [8], {
    file: 'src/acw/run/run-step.ts',
    find: "  if (run.callLogVersion !== null) return { kind: 'work' };\n",
    replace: '',
  }),
  of('log-wakes-no-run', 'A run hears of its log only when it looks by itself.', [128], {
    file: 'src/store/operation/acw/call-log.ts',
    find: '  yield* change(WAKE_RUNS, nowMs, hash, projectKey, callId);\n',
    replace: '',
  }),
  of('end-untold', 'The end of a run makes no delivery.', [8], {
    file: 'src/acw/run/run-fired.ts',
    find: 'joinLanes(subscriptions, trigger, call, lanes)',
    replace: 'joinLanes([], trigger, call, lanes)',
  }),
  of('end-not-offered', 'The dispatcher is not told that ACW_COMPLETED may be sent.', [8], {
    file: 'src/engine/acw/finish.ts',
    find: '  if (heads.length > 0) dispatcher.offer(heads);\n',
    replace: '',
  }),
  of('dead-worker-forgotten', 'What a worker had claimed when it died is never taken up.', [1688], {
    file: 'src/store/operation/acw/run.ts',
    find: '  select key from runs indexed by runs_due where due_at <= ? order by due_at limit ?`);',
    replace:
      '  select key from runs indexed by runs_due where due_at <= ?\n' +
      "    and (state <> 'RUNNING' or give_up_at is not null) order by due_at limit ?`);",
  }),
];

function of(
  name: string,
  breaks: string,
  seeds: readonly number[],
  ...edits: readonly Edit[]
): Mutation {
  return { name, breaks, edits, seeds, isWork: true };
}
