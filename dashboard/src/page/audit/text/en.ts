/**
 * The audit log in
 * English.
 */
const failed: Readonly<Record<string, (count: number) => string>> = {
  'sign-in.failed': (count) =>
    count === 1 ? 'A wrong password at the sign-in.' : `${count} wrong passwords at the sign-in.`,
  'reauthentication.failed': (count) =>
    count === 1 ? 'A wrong password in a session.' : `${count} wrong passwords in sessions.`,
  'second-factor.failed': (count) =>
    count === 1 ? 'A wrong second factor.' : `${count} wrong second factors.`,
  'api-key.refused': (count) =>
    count === 1 ? 'A request with a wrong API key.' : `${count} requests with a wrong API key.`,
};

export const en = {
  failed,
  refusedUnread: (count: number) =>
    count === 1 ? 'One more had to wait, unread.' : `${count} more had to wait, unread.`,
  keysBegin: (keys: string) => `Keys begin with ${keys}.`,
  fromMany: 'From many networks, counted together.',
  title: 'Audit log',
  lead: 'Who changed what in this project. Entries are never edited; secrets are masked.',
  listed: 'Changes, the newest first.',
  action: 'Action',
  actor: 'By',
  system: 'Ringpost itself',
  target: 'Of',
  at: 'When',
  address: 'From',
  open: 'Show the change',
  entry: 'Change',
  before: 'Before',
  after: 'After',
  request: 'Request',
  nothing: 'nothing',
  close: 'Close',
  empty: 'Nothing was changed yet',
  noMatch: 'No change matches these filters',
  filter: {
    notAction: 'Not action',
    placeholder: 'Filter: action:endpoint.updated -action:… actor:usr_… target:ep_…',
  },
  emptyText: 'Each change of endpoints, keys, members and settings appears here.',
};
