/**
 * The timeline in English. Names of bars are read aloud: what, how it went, when.
 * Durations and times come as arguments.
 */
import { enCount } from './count.ts';

export const timeline = {
  title: 'Timeline',
  empty: 'Nothing happened yet.',
  view: 'Show as',
  chart: 'Chart',
  list: 'List',
  fold: 'Fold idle time',
  reset: 'Reset zoom',
  legend: 'Legend; choose what is shown',
  rows: 'Timeline of the call. Arrow keys move between bars, Enter opens one.',
  brush: 'Zoom',
  brushFrom: 'Beginning of what is shown',
  brushTo: 'End of what is shown',
  cursor: 'Moment',
  cursorAt: 'At',
  clearCursor: 'Remove the mark',
  folded: (duration: string) => `${duration} in which nothing happened`,
  row: {
    status: 'Status',
    triggers: 'Triggers',
    runs: 'After-call work',
  },
  kind: {
    report: 'Accepted report',
    ignored: 'Ignored report',
    stale: 'Staleness check',
    trigger: 'Trigger',
    waiting: 'Waiting behind another',
    scheduled: 'Scheduled, backing off',
    good: 'Delivered, succeeded',
    bad: 'Failed attempt',
    busy: 'In flight',
    held: 'Held',
    future: 'Next attempt',
  },
  name: {
    report: (status: string, at: string) => `Report ${status}, at ${at}`,
    ignored: (status: string, at: string) => `Report ${status}, ignored, at ${at}`,
    stale: (status: string, at: string) => `Ended by staleness as ${status}, at ${at}`,
    errorsOnly: 'of errors only',
    firing: (number: number, trigger: string, at: string) =>
      `Trigger ${number}: ${trigger}, at ${at}`,
    waiting: (what: string, to: string, duration: string) =>
      `${what} to ${to}: waited ${duration} behind another`,
    waitingFor: (what: string, to: string, behind: string) =>
      `${what} to ${to}: waiting behind ${behind}`,
    scheduled: (what: string, to: string, duration: string) =>
      `${what} to ${to}: scheduled for ${duration}`,
    held: (what: string, to: string, duration: string) => `${what} to ${to}: held for ${duration}`,
    future: (number: number, to: string, at: string) =>
      `Attempt ${number} to ${to}: planned for ${at}`,
    busy: (number: number, to: string, at: string) =>
      `Attempt ${number} to ${to}: in flight since ${at}`,
    attempt: (number: number, to: string, answer: string, duration: string, at: string) =>
      `Attempt ${number} to ${to}: ${answer} after ${duration}, at ${at}`,
    run: (agent: string, state: string, duration: string) => `${agent}: ${state}, ${duration}`,
    giveUp: (agent: string, at: string) => `${agent}: gives up at ${at}`,
    ok: 'accepted',
  },
  lane: {
    empty: (count: number) =>
      enCount(count, { one: '# delivery, nothing waits', other: '# deliveries, nothing waits' }),
    waiting: (count: number) =>
      enCount(count, { one: '# waiting behind', other: '# waiting behind' }),
    head: 'Head',
    attempt: (number: number, of: number) => `attempt ${number} of ${of}`,
    more: (number: number) => `attempt ${number} by hand`,
    at: (time: string, left: string) => `at ${time} (in ${left})`,
    due: 'due now',
    sending: 'in flight',
    held: 'held',
    retry: 'Retry head now',
    skip: 'Skip head',
    skipTitle: 'Skip the head of this lane?',
    skipEffect: (id: string, waiting: number) =>
      `${id} is cancelled and not sent. ` +
      enCount(waiting, {
        one: 'The # delivery behind it goes on, in its order.',
        other: 'The # deliveries behind it go on, in their order.',
      }),
    skipReason: 'Reason, for the audit log',
    skipReasonNeeded: 'Say why, in a few words.',
    skipped: 'The head was skipped; the lane goes on.',
    retried: 'Asked for one more attempt now.',
  },
  instant: {
    nothing: 'no status yet',
    counted: (count: number, what: string) => `${count} ${what}`,
    kind: {
      waiting: 'waiting',
      scheduled: 'scheduled',
      good: 'succeeding',
      bad: 'failing',
      busy: 'in flight',
      held: 'held',
      future: 'planned',
    },
  },
  table: {
    caption: 'What happened to this call, in order of time.',
    at: 'Time',
    what: 'What',
    who: 'Where',
    result: 'Result',
    more: (count: number) =>
      enCount(count, { one: 'Show # more line', other: 'Show # more lines' }),
    call: 'Call',
    trigger: 'Trigger',
  },
};
