/**
 * The issues in English: the list, one of them, and what is done with it. Must never hold a value:
 * values come as arguments.
 */
import { enCount } from './count.ts';

const deliveries = (count: number) => enCount(count, { one: '# delivery', other: '# deliveries' });

export const issue = {
  title: 'Issues',
  lead: 'Failures of one kind at one endpoint, grouped.',
  listed: 'Issues, the latest failure first.',
  views: 'Views',
  all: 'All',
  status: {
    open: { word: 'Open', meaning: 'It has not been acknowledged yet.' },
    acknowledged: { word: 'Acknowledged', meaning: 'A member is aware of it.' },
    muted: { word: 'Muted', meaning: 'It is ignored on purpose.' },
    resolved: {
      word: 'Resolved',
      meaning: 'The endpoint has delivered since, and no delivery of this issue still fails.',
    },
  },
  column: {
    what: 'What happens',
    status: 'Status',
    endpoint: 'Endpoint',
    count: 'Deliveries',
    calls: 'Calls',
    trend: 'Trend',
    last: 'Last',
  },
  trendOf: (count: number) => `${deliveries(count)}, by the time of their last attempt`,
  partial: (count: number) =>
    `Only the newest ${deliveries(count)} that failed were looked at. Choose a shorter range to ` +
    'see all of it.',
  placeholder: 'Filter: status:open endpoint:…',
  emptyTitle: 'No issues',
  empty: 'Failures appear here, grouped by endpoint and cause.',
  noMatch: 'No issue matches these filters',
  one: {
    back: 'Issues',
    facts: 'About this issue',
    first: 'First',
    last: 'Last',
    none: 'none left',
    count: 'Deliveries',
    failing: (count: number) => enCount(count, { one: '# tried again', other: '# tried again' }),
    givenUp: (count: number) => enCount(count, { one: '# given up', other: '# given up' }),
    waiting: (count: number) =>
      enCount(count, { one: '# more waits behind them', other: '# more wait behind them' }),
    calls: 'Calls hit',
    trend: 'Trend',
    nextStep: 'What to do',
    examples: 'Its newest deliveries',
    examplesNone: 'No delivery of it is left.',
    examplesEmpty: 'They were delivered, cancelled or removed since.',
    all: 'All failed deliveries of this endpoint',
    partial: 'Older failures were not counted; the real numbers may be higher.',
    note: 'Note',
    noteBy: (who: string) => `by ${who}`,
    noteNone: 'No note. Write who looks at it, or why it is ignored.',
    noteLabel: 'Note for all members of this project',
    noteEdit: 'Write a note',
    noteChange: 'Change the note',
    noteSave: 'Save the note',
    noteSaved: 'The note is saved.',
    cancel: 'Leave it',
    acknowledge: 'Acknowledge',
    mute: 'Mute',
    open: 'Open again',
    marked: {
      open: 'The issue is open again.',
      acknowledged: 'The issue is acknowledged.',
      muted: 'The issue is muted.',
    },
    more: 'More',
    retry: 'Retry all',
    retryNothing: 'No delivery is left to retry.',
    cancelAll: 'Cancel all',
    cancelNothing: 'No delivery is open.',
    retryEffect: (count: number) =>
      `${deliveries(count)} to 1 endpoint. Receivers that accepted one before see it twice, ` +
      'with the same webhook-id.',
    thenWaiting: (count: number) =>
      enCount(count, {
        one: '# later delivery of these calls waits behind them and follows in order.',
        other: '# later deliveries of these calls wait behind them and follow in order.',
      }),
    how: 'How',
    once: 'One more attempt each',
    anew: 'The whole retry schedule again',
    cancelEffect:
      'Open deliveries are not sent, and the later deliveries of these calls go on without them: ' +
      'the receiver misses these events.',
  },
};
