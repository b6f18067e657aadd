/**
 * The issues in English: the list, one of them, and what is done with it. Must never hold a value:
 * values come as arguments.
 */
import { enCount } from './count.ts';

const deliveries = (count: number) => enCount(count, { one: '# delivery', other: '# deliveries' });

export const issue = {
  title: 'Issues',
  lead: 'Failures of one kind at one endpoint, as one thing to look at.',
  listed: 'Issues, what failed last first.',
  views: 'Views',
  all: 'All',
  status: {
    open: { word: 'Open', meaning: 'Nobody has looked at it yet.' },
    acknowledged: { word: 'Acknowledged', meaning: 'Somebody knows of it.' },
    muted: { word: 'Muted', meaning: 'It is left alone on purpose.' },
    resolved: {
      word: 'Resolved',
      meaning: 'The endpoint has delivered since, and nothing of it still fails.',
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
  empty: 'What fails at an endpoint appears here, grouped by what went wrong.',
  noMatch: 'No issue matches these filters',
  one: {
    back: 'Issues',
    facts: 'About this issue',
    first: 'First',
    last: 'Last',
    none: 'nothing of it is left',
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
    partial: 'Older failures were not looked at; the counts are at least these.',
    note: 'Note',
    noteBy: (who: string) => `by ${who}`,
    noteNone: 'No note. Say who looks at it, or why it is left alone.',
    noteLabel: 'Note for everybody in this project',
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
    retryNothing: 'Nothing of it is left to retry.',
    cancelAll: 'Cancel all',
    cancelNothing: 'Nothing of it is open.',
    retryEffect: (count: number) =>
      `${deliveries(count)} to 1 endpoint. Receivers that have taken one before see it twice, ` +
      'with the same webhook-id.',
    thenWaiting: (count: number) =>
      enCount(count, {
        one: '# later delivery of these calls waits behind them and follows in order.',
        other: '# later deliveries of these calls wait behind them and follow in order.',
      }),
    how: 'How',
    once: 'One more attempt each',
    anew: 'The whole retry schedule anew',
    cancelEffect:
      'What is still open is not sent, and the later deliveries of these calls go on without it: ' +
      'the receiver misses these events.',
  },
};
