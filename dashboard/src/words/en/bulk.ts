/**
 * A bulk job in English: what it does, its progress, and the result of each delivery. Must never
 * hold a value: values come as arguments.
 */
import { enCount } from './count.ts';

const deliveries = (count: number) => enCount(count, { one: '# delivery', other: '# deliveries' });
const calls = (count: number) => enCount(count, { one: '# call', other: '# calls' });

export const bulk = {
  back: 'Deliveries',
  backToCalls: 'Calls',
  kind: 'Bulk jobs',
  title: {
    retry: (count: number) => `Retry ${deliveries(count)}`,
    recover: (count: number) => `Retry ${deliveries(count)} from the beginning`,
    cancel: (count: number) => `Cancel ${deliveries(count)}`,
    replay: (count: number) => `Replay ${deliveries(count)}`,
    'delete-calls': (count: number) => `Delete ${calls(count)} of a client`,
  },
  ask: {
    counting: 'Counting…',
    atLeast: 'There are at least this many; the rest were not counted.',
    nothing: 'Nothing matches any more.',
    retry: {
      title: (count: number) => `Retry ${deliveries(count)}?`,
      act: (count: number) => `Retry ${deliveries(count)}`,
    },
    cancel: {
      title: (count: number) => `Cancel ${deliveries(count)}?`,
      act: (count: number) => `Cancel ${deliveries(count)}`,
    },
    'delete-calls': {
      title: (count: number) => `Delete ${calls(count)} of this client?`,
      act: (count: number) => `Delete ${calls(count)}`,
    },
  },
  state: {
    queued: { word: 'Queued', meaning: 'It begins as soon as another job of the project ends.' },
    running: { word: 'Running', meaning: 'It continues when you leave this page.' },
    done: { word: 'Done', meaning: 'It has gone through everything that matched.' },
    aborted: { word: 'Aborted', meaning: 'It was stopped; what was done stays done.' },
  },
  progress: 'Progress',
  of: (done: string, all: string) => `${done} of ${all}`,
  atLeast: (count: string) => `at least ${count}`,
  counts: {
    skipped: 'Skipped',
    failed: 'Failed',
    left: 'Left',
  },
  fact: {
    what: 'Applies to',
    ids: (count: number) => `${deliveries(count)} selected one by one`,
    everything: 'all deliveries that the action can be used on',
    reason: 'Reason',
    by: 'Asked for by',
    created: 'Asked for',
    started: 'Began',
    ended: 'Ended',
    notYet: 'not yet',
  },
  filter: {
    endpointId: 'Endpoint',
    callId: 'Call',
    trigger: 'Trigger',
    state: 'State',
    class: 'Class',
    notEndpointId: 'Not endpoint',
    notTrigger: 'Not trigger',
    notState: 'Not state',
    attemptsMin: 'Attempts, at least',
    issue: 'Issue',
    clientId: 'Calls of the client',
    number: 'Calls that name the number',
    from: 'Made from',
    to: 'Made before',
  } as Readonly<Record<string, string>>,
  issue: 'Back to the issue',
  abort: 'Abort',
  abortTitle: 'Abort this job?',
  abortEffect: 'It stops where it is. What it has done stays done.',
  aborted: 'The job stops.',
  ended: 'It has ended already.',
  items: 'Results',
  listed: 'The result of each delivery, in the order of processing.',
  itemsMax: 'The results of the first 1,000 deliveries are kept.',
  itemsEmpty: 'No results yet',
  itemsEmptyText: 'They appear here one by one while the job goes on.',
  column: { delivery: 'Delivery', result: 'Result', reason: 'Why', made: 'New delivery' },
  /** By action: the result of a delivery or call that it was applied to. */
  taken: {
    retry: { word: 'Due again', meaning: 'It is sent when its turn comes.' },
    recover: { word: 'Due again', meaning: 'It is sent when its turn comes.' },
    cancel: { word: 'Cancelled', meaning: 'It is not sent.' },
    replay: { word: 'Made again', meaning: 'A new delivery with a new webhook-id was made.' },
    'delete-calls': { word: 'Deleted', meaning: 'Nothing of the call is kept.' },
  },
  sentLater: 'They are not delivered yet: the page of each delivery shows what becomes of it.',
  result: {
    skipped: { word: 'Skipped', meaning: 'Its state no longer allows this action.' },
    failed: { word: 'Failed', meaning: 'The action was refused.' },
  },
  reason: {
    NOT_FOUND: 'It no longer exists.',
    STATE: 'Its state does not allow this action.',
    ENDPOINT_DELETED: 'Its endpoint was removed.',
    AGENT: 'Agents are not replayed.',
  },
};
