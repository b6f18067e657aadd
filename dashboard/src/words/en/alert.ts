/**
 * Alerts in English: the list, one of them, who was told, and maintenance windows. What an alert
 * says itself is in `src/core/alert/words.ts`.
 */
import { enCount } from './count.ts';

const hours = (count: number) => enCount(count, { one: '# hour', other: '# hours' });

export const alert = {
  title: 'Alerts',
  lead: 'What the service found wrong, and whom it told.',
  list: 'Alerts',
  listed: 'Alerts, the newest first.',
  allOfIt: 'All alerts about this endpoint',
  placeholder: 'Filter: state:open trigger:…',
  noMatch: 'No alert matches these filters',
  back: 'All alerts',
  facts: 'What was found',
  advice: 'What to do:',
  causes: 'Causes',
  issues: 'Issues of this endpoint',
  over: 'Over since',
  waiting: 'Waiting deliveries',
  mutedUntil: 'Muted until',
  notices: 'Who was told',
  noNoticesTitle: 'No message was sent',
  noNotices:
    'Name alerts on an endpoint, or set a mail server. A muted alert is told after its mute.',
  emptyTitle: 'No alerts',
  empty: 'The service looks every 30 seconds and has found nothing wrong.',
  gone: 'a former receiver',
  column: {
    what: 'What',
    status: 'Status',
    about: 'About',
    since: 'Since',
    to: 'To',
    attempts: 'Attempts',
    answer: 'Answer',
    when: 'When',
  },
  status: {
    open: { word: 'Open', meaning: 'It is so now, and no member has acknowledged it.' },
    acknowledged: { word: 'Acknowledged', meaning: 'A member is on it.' },
    muted: { word: 'Muted', meaning: 'Nothing is told of it until the mute is over.' },
    recovered: { word: 'Recovered', meaning: 'It is over.' },
  },
  notice: {
    due: { word: 'Due', meaning: 'It is being sent, or will be tried again.' },
    sent: { word: 'Sent', meaning: 'Its receiver accepted it.' },
    failed: { word: 'Given up', meaning: 'No attempt was accepted.' },
    dropped: {
      word: 'Dropped',
      meaning: 'Its receiver is gone or no longer gets alerts, or too many newer ones waited.',
    },
  },
  edge: { opened: 'that it opened', recovered: 'that it recovered' },
  acknowledge: 'Acknowledge',
  reopen: 'Take back',
  mute: 'Mute',
  muteFor: (count: number) => `Mute for ${hours(count)}`,
  unmute: 'End the mute',
  done: {
    acknowledged: 'Acknowledged.',
    open: 'No longer acknowledged.',
    muted: 'Muted.',
    unmuted: 'The mute has ended.',
  },
  window: {
    title: 'Maintenance window',
    begin: 'Begin a maintenance window',
    muteAll: (count: number) => `Tell of no alerts for ${hours(count)}`,
    begun: 'The window has begun.',
    end: 'End it',
    ended: 'The window has ended.',
  },
};
