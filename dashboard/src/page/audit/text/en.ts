/**
 * The audit log in
 * English.
 */
export const en = {
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
