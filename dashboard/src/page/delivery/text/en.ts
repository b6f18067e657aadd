/**
 * The deliveries in English: the list, its filter, bulk actions and the panel. States have their
 * words in `word/`.
 */
import { enCount } from '../../../i18n/plural.ts';

export const en = {
  title: 'Deliveries',
  lead: 'What was sent to which endpoint, and how it ended.',
  listed: 'Deliveries, the newest first.',
  views: 'Views',
  view: {
    all: 'All',
    failing: 'Failing now',
    exhausted: 'Given up',
    waiting: 'Waiting',
    delivered: 'Delivered',
  },
  column: {
    trigger: 'Trigger',
    state: 'State',
    endpoint: 'Endpoint',
    call: 'Call',
    attempts: 'Attempts',
    last: 'Last answer',
    next: 'next in',
    created: 'Created',
  },
  filter: {
    state: 'State',
    endpoint: 'Endpoint',
    trigger: 'Trigger',
    class: 'Result',
    call: 'Call id',
    notState: 'Not state',
    notEndpoint: 'Not endpoint',
    notTrigger: 'Not trigger',
    attempts: 'Attempts',
    orMore: (count: number) => `${count} or more`,
    placeholder: 'Filter: state:exhausted -endpoint:… attempts:>=3',
    never: {
      took:
        'How long one took stands in no index: all that was delivered would be read for it. ' +
        'Use class:timeout or attempts:>=2, the percentiles of the overview, or the timeline of ' +
        'a call.',
      waited: 'Use state:waiting or state:held; the oldest stand on the last page.',
      code: 'Use class:, such as class:5xx, or look at the issues: they are by status.',
      kind: 'Use endpoint: with one or more endpoints of the kind.',
    },
  },
  removedEndpoint: 'removed endpoint',
  nextDue: 'a moment',
  emptyTitle: 'No deliveries yet',
  empty:
    'They appear here as soon as a call is reported and an endpoint subscribes to what it fires.',
  emptyAction: 'Simulate a call',
  noMatch: 'No delivery matches these filters',
  noMatchCall: 'A call id must be the whole one.',
  retry: (count: number) =>
    enCount(count, { one: 'Retry # delivery', other: 'Retry # deliveries' }),
  retryEffect: (endpoints: number) =>
    `${enCount(endpoints, { one: '# endpoint gets', other: '# endpoints get' })} one more ` +
    'attempt each, with the same webhook-id. Receivers that accepted them before see duplicates.',
  retried: (count: number) =>
    enCount(count, {
      one: 'Asked for one more attempt of # delivery.',
      other: 'Asked for one more attempt of # deliveries.',
    }),
  cancel: (count: number) =>
    enCount(count, { one: 'Cancel # delivery', other: 'Cancel # deliveries' }),
  cancelEffect:
    'They are not sent, and the later deliveries of their calls go on without them: receivers ' +
    'miss these events. What is retried afterwards arrives late and out of order.',
  cancelled: (count: number) =>
    enCount(count, { one: '# delivery is cancelled.', other: '# deliveries are cancelled.' }),
  someRefused: (done: number, whole: number, why: string) =>
    `${done} of ${whole} done. The first that was refused says: ${why}`,
  whole: {
    choose: 'Take all that match the filter',
    chosen: 'All that match the filter',
    back: 'Only the selected',
    retry: 'Retry all…',
    cancel: 'Cancel all…',
    retryEffect: (endpoints: number) =>
      'Of what the filter shows, those that were given up, or that have the states it names. ' +
      `${enCount(endpoints, { one: '# endpoint gets', other: '# endpoints get' })} one more ` +
      'attempt each, with the same webhook-id. Receivers that accepted them before see duplicates.',
    cancelEffect:
      'Of what the filter shows, those that are still open. They are not sent, and the later ' +
      'deliveries of their calls go on without them: receivers miss these events.',
    noRetry: 'What the filter shows is in no state to be retried.',
    noCancel: 'What the filter shows is not open.',
  },
  peek: {
    open: 'Open the full page',
    attempts: 'Attempts',
    noAttempts: 'No attempt was made yet.',
    body: 'Body',
    bodyLabel: 'Body of the delivery',
    excerpt: 'What the receiver answered',
    number: (number: number) => `Attempt ${number}`,
    by: 'by hand',
    after: (duration: string) => `after ${duration}`,
    behind: 'Waits behind',
    sequence: 'In its lane',
    id: 'Delivery id',
    message: 'webhook-id',
  },
};
