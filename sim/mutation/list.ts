/**
 * Faults that are put into the shipping source on purpose, one by one: the checkers must catch
 * each, else they prove nothing. Each is an exact replacement of text that occurs once, so that a
 * change of the source makes it stale rather than silently harmless. `seeds` are some that catch
 * it, for the test. Nothing here is ever written into the real tree.
 */

import { ALERT_MUTATIONS } from './alert-list.ts';
import { FLEET_MUTATIONS } from './fleet-list.ts';
import type { Edit, Mutation } from './mutation.ts';
import { SOURCE_MUTATIONS } from './source-list.ts';
import { WORK_MUTATIONS } from './work-list.ts';

export const MUTATIONS: readonly Mutation[] = [
  of('lane-free-too-early', 'A lane is free before the outcome of its head is durable.', [2], {
    file: 'src/engine/dispatch/in-flight.ts',
    find: '    const result = await durable;',
    replace: '    queue.freeLane(head);\n    const result = await durable;',
  }),
  of('start-forgets-due', 'What was due when the process died is forgotten by the start.', [1], {
    file: 'src/engine/dispatch/dispatcher.ts',
    find: '    queue.noteFound(dueAtMs);',
    replace: '    if (dueAtMs > this.#clock.wallMs()) queue.noteDueAt(dueAtMs);',
  }),
  of('start-forgets-retries', 'Retries that wait when the process dies are forgotten.', [92], {
    file: 'src/engine/dispatch/dispatcher.ts',
    find: '    queue.noteFound(dueAtMs);',
    replace: '    if (dueAtMs <= this.#clock.wallMs()) queue.noteDueAt(dueAtMs);',
  }),
  of('disable-drops', 'Disabling an endpoint cancels what waits for it.', [46], {
    file: 'src/engine/endpoint/endpoint-switch.ts',
    find: "          const state = { enabled: false, reason: 'operator' } as const;",
    replace:
      "          await cancelOpen(parts, before.key, { kind: 'all' });\n" +
      "          const state = { enabled: false, reason: 'operator' } as const;",
  }),
  of(
    'enable-drops',
    'Enabling an endpoint discards what was held, though all was to be sent.',
    [36],
    {
      file: 'src/engine/endpoint/endpoint-switch.ts',
      find: '  send: null,',
      replace: "  send: { kind: 'all' },",
    },
  ),
  of('manual-counts', 'An attempt by hand counts against the schedule.', [55], {
    file: 'src/core/delivery/state.ts',
    find: '  if (input.manual) return resume(input);\n',
    replace: '  if (input.manual && input.resumeState !== null) return resume(input);\n',
  }),
  of('one-attempt-more', 'A delivery is tried once more than its schedule says.', [1], {
    file: 'src/core/delivery/state.ts',
    find: 'input.schedule[input.failures];',
    replace: 'input.schedule[Math.max(0, input.failures - 1)];',
  }),
  of('one-attempt-less', 'A delivery is given up one attempt too early.', [1], {
    file: 'src/core/delivery/state.ts',
    find: 'input.schedule[input.failures];',
    replace: 'input.schedule[input.failures + 1];',
  }),
  of(
    'seconds-for-milliseconds',
    'A retry waits milliseconds where the schedule says seconds.',
    [1],
    {
      file: 'src/core/delivery/state.ts',
      find: 'nowMs + delayMs(input, stepMs)',
      replace: 'nowMs + Math.ceil(delayMs(input, stepMs) / 1_000)',
    },
  ),
  of('retry-after-ignored', 'A receiver that asks for time with Retry-After gets none.', [57], {
    file: 'src/core/delivery/state.ts',
    find: 'return Math.max(backOffMs, askedMs);',
    replace: 'return Math.max(backOffMs, askedMs * 0);',
  }),
  of('redirect-retried', 'A redirect is retried as if it were a failure of the receiver.', [58], {
    file: 'src/core/delivery/outcome.ts',
    find: "if (status <= 399) return verdict('rejected', null);",
    replace: "if (status <= 399) return verdict('retryable', null);",
  }),
  of(
    'recovery-resets-failures',
    'The recovery of an endpoint gives its retries a new schedule.',
    [1],
    {
      file: 'src/engine/dispatch/attempt.ts',
      find: 'const tried = { verdict, failures, manual,',
      replace:
        'const since = health.now.recoveredAtMs;\n' +
        '  const tried = { verdict, failures: since === null ? failures : 0, manual,',
    },
  ),
  of(
    'body-with-time',
    'The body says when it was sent, so no two attempts have the same bytes.',
    [1],
    {
      file: 'src/engine/dispatch/attempt.ts',
      find: 'bodyFor(endpoint, head.bodyForm, head)',
      replace: 'bodyFor(endpoint, head.contentKey, { ...head, text: head.text + atMs })',
    },
  ),
  of(
    'early-acknowledgement',
    'Changes are answered before they are durable.',
    [4],
    {
      file: 'src/store/sqlite/batch.ts',
      find: "    database.exec('begin immediate');",
      replace:
        "    const end = LATE.has(session) ? 'commit' : 'rollback';\n" +
        '    if (database.isTransaction) database.exec(end);\n' +
        "    LATE.add(session);\n    database.exec('begin immediate');",
    },
    {
      file: 'src/store/sqlite/batch.ts',
      find: "    database.exec('commit');\n",
      replace: '',
    },
    {
      file: 'src/store/sqlite/batch.ts',
      find: '/** `commits`: how many',
      replace: 'const LATE = new WeakSet<WriteSession>();\n/** `commits`: how many',
    },
  ),
  of('failed-write-answered-ok', 'An outcome that could not be written counts as written.', [115], {
    file: 'src/store/sqlite/backend.ts',
    find: '        const error = unflatten(outcome.error);',
    replace:
      "        if (request.name === 'settle') resolve({ kind: 'settled', promoted: null });\n" +
      '        const error = unflatten(outcome.error);',
  }),
  of('settle-once', 'An outcome that the disk refused is not written again.', [115], {
    file: 'src/engine/store-retry.ts',
    find: '      await pause(clock, storeRetryMs(failures, random));',
    replace: '      return null;',
  }),
  of('dead-letter-blocks', 'A delivery that is given up keeps its lane for ever.', [1], {
    file: 'src/store/sqlite/settle.ts',
    find: '        noteClosed(stats, row, next.state, next.atMs);\n',
    replace:
      '        noteClosed(stats, row, next.state, next.atMs);\n' +
      "        if (next.state === 'exhausted') return { kind: 'settled', promoted: null };\n",
  }),
  of('cancel-undone', 'What was cancelled in flight is taken up again by its own outcome.', [72], {
    file: 'src/store/operation/delivery/settlement.ts',
    find: "  if (!isOpen(row.state)) return 'closed';",
    replace: "  if (row.state === 'delivered') return 'closed';",
  }),
  of('closed-unread', 'What an operator decided in flight is overwritten by a delivery.', [10], {
    file: 'src/store/sqlite/settle.ts',
    find: '  where key = ? and attempts = ? and closed_at is null and resume_state is null`);',
    replace: '  where key = ? and attempts = ?`);',
  }),
  of('sole-attempt-lost', 'What is delivered again forgets its first attempt.', [10], {
    file: 'src/store/operation/delivery/delivery-change.ts',
    find: '  yield* change(INSERT_SOLE, listOf(sole));\n',
    replace: '',
  }),
  of('newest-first', 'The newest open delivery of a lane becomes its head.', [1], {
    file: 'src/store/operation/delivery/lane.ts',
    find: '  order by sequence limit 1`);',
    replace: '  order by sequence desc limit 1`);',
  }),
  of('reopened-behind', 'What is reopened leaves a newer head in front.', [55], {
    file: 'src/store/operation/delivery/delivery-change.ts',
    find: '.headStepsBack ? [head] : [];',
    replace: '.headStepsBack && row.sequence === 0 ? [head] : [];',
  }),
  of('no-lane-guard', 'Two attempts of one lane may be in flight.', [1], {
    file: 'src/engine/dispatch/ready-queue.ts',
    find: 'return this.#lanes.has(head.call) || (',
    replace: 'return (',
  }),
  of('overflow-forgotten', 'A head that finds the window full is forgotten.', [12], {
    file: 'src/engine/dispatch/endpoint-queue.ts',
    find: '      this.#forget(head.dueAtMs);\n    } else {\n      this.#ready.enter(head);',
    replace: '    } else {\n      this.#ready.enter(head);',
  }),
  of('read-goes-past-forgotten', 'A read goes on behind heads that were forgotten.', [225], {
    file: 'src/engine/dispatch/endpoint-queue.ts',
    find: 'return isWhole ? to : null;',
    replace: 'return isWhole ? to : to;',
  }),
  of('read-skips-a-time', 'A read goes on behind the due time of the last head it had.', [12], {
    file: 'src/engine/dispatch/head-reader.ts',
    find: 'const fromDueMs = asked.from?.dueAtMs ?? 0;',
    replace: 'const fromDueMs = (asked.from?.dueAtMs ?? -1) + 1;',
  }),
  of('retry-forgotten', 'A retry that is not due yet is not remembered.', [1], {
    file: 'src/engine/dispatch/in-flight.ts',
    find: 'queue.retryLater(next.dueAtMs, tried.startedAtMs, nowMs);',
    replace: '',
  }),
  of('hold-never-released', 'First attempts stay held after the endpoint has recovered.', [1], {
    file: 'src/core/delivery/health.ts',
    find: '    lastSuccessAtMs: nowMs,',
    replace: '    lastSuccessAtMs: nowMs,\n    holdUntilMs: health.holdUntilMs,',
  }),
  of('disabled-is-sent', 'A disabled endpoint goes on getting deliveries.', [10], {
    file: 'src/engine/dispatch/endpoint-queue.ts',
    find: 'return this.known && this.endpoint?.enabled === false && ',
    replace: 'return this.known && this.endpoint === null && ',
  }),
  of('no-endpoint-cap', 'An endpoint may have any number of attempts in flight.', [5], {
    file: 'src/engine/dispatch/endpoint-queue.ts',
    find: 'return !this.isSilent() && this.busy < this.#concurrency();',
    replace: 'return !this.isSilent();',
  }),
  of('no-reserve', 'Endpoints with attempts in flight may take the last slots.', [282], {
    file: 'src/engine/dispatch/fair-slots.ts',
    find: 'return busy === 0 || this.#hasMoreThanReserve() ? null : this.#forReserve;',
    replace: 'return null;',
  }),
  of('report-id-ignored', 'A report that is tried again is taken for another one.', [2], {
    file: 'src/core/intake/plan.ts',
    find: '  if (context.earlier !== null) return planAgain(context.earlier, fingerprint);\n',
    replace: '',
  }),
  of('sequence-with-gaps', 'The places of a lane are not counted by one.', [1], {
    file: 'src/core/intake/plan.ts',
    find: '(lanes[endpoint] ?? 0) + 1;',
    replace: '(lanes[endpoint] ?? 0) + 2;',
  }),
  of('firings-reversed', 'CALL_LOG_CREATED comes before the trigger of the status.', [1], {
    file: 'src/core/trigger/fire.ts',
    find: "return [first, firing('CALL_LOG_CREATED', first.errors)];",
    replace: "return [firing('CALL_LOG_CREATED', first.errors), first];",
  }),
  of(
    'stale-too-early',
    'A call in progress is ended as stale while its platform still reports.',
    [5],
    {
      file: 'src/core/call/stale.ts',
      find: '      return settings.callingMs;',
      replace: '      return settings.acceptingMs / 8;',
    },
  ),
  of(
    'jump-is-silence',
    'A clock that was set forward ends calls that were heard of just now.',
    [7],
    {
      file: 'src/engine/staleness-clock.ts',
      find: '    return wallMs - this.#lagMs;',
      replace: '    return wallMs;',
    },
  ),
  of('jump-unnoticed', 'The dispatcher does not notice that the wall clock was set.', [1111], {
    file: 'src/engine/dispatch/wake-timer.ts',
    find: 'if (Math.abs(jumpMs) >= CLOCK_JUMP_MS) ',
    replace: 'if (Math.abs(jumpMs) >= CLOCK_JUMP_MS ** 9) ',
  }),
  of('intake-blind-to-jumps', 'Only the sweeps look whether the clock was set.', [625], {
    file: 'src/engine/intake.ts',
    find: 'const nowMs = staleness.nowMs();',
    replace: 'const nowMs = Number.MAX_SAFE_INTEGER;',
  }),
  ...FLEET_MUTATIONS,
  ...WORK_MUTATIONS,
  ...ALERT_MUTATIONS,
  ...SOURCE_MUTATIONS,
];

function of(
  name: string,
  breaks: string,
  seeds: readonly number[],
  ...edits: readonly Edit[]
): Mutation {
  return { name, breaks, edits, seeds };
}
