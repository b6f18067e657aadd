/**
 * API keys in English. What a scope allows is said
 * by its name, as the API knows it.
 */

const scopes: Readonly<Record<string, string>> = {
  'reports:write': 'Report calls',
  'calls:read': 'Read calls and their timelines',
  'calls:delete': 'Delete calls with all that is kept of them',
  'endpoints:read': 'Read endpoints',
  'endpoints:write': 'Set up endpoints',
  'deliveries:read': 'Read deliveries',
  'deliveries:write': 'Retry and cancel deliveries, run agents',
  'call-logs:read': 'Read call logs',
  'call-logs:write': 'Send call logs',
  'acw-results:read': 'Read results of after-call work',
  'acw-results:write': 'Post results of after-call work',
  'project:admin': 'Everything in the project, keys and settings too',
};

export const en = {
  title: 'API keys',
  lead: 'Programs use these. Give each its own key, with no more than it needs.',
  listed: 'API keys of this project.',
  name: 'Name',
  scopesHead: 'May',
  lastUsed: 'Last used',
  expires: 'Expires',
  never: 'never',
  notUsed: 'not used yet',
  state: 'State',
  active: { word: 'Active', meaning: 'It is accepted.' },
  expired: { word: 'Expired', meaning: 'Its time is over; it is refused.' },
  revoked: { word: 'Revoked', meaning: 'Somebody revoked it; it is refused.' },
  madeBy: 'Made by',
  bySystem: 'Ringpost itself',
  byUnknown: 'not known',
  byKey: 'an API key',
  maker: {
    removed: { word: 'No member', meaning: 'Its maker is no member of the project any more.' },
    demoted: {
      word: 'Lesser role',
      meaning: 'Its maker has a role now that may make no API keys.',
    },
  },
  orphans: (count: number) =>
    count === 1
      ? 'One key goes back to a person who may make none any more. Revoke it if nothing needs it.'
      : `${count} keys go back to people who may make none any more. Revoke what nothing needs.`,
  empty: 'No API keys',
  emptyText: 'A platform that reports calls needs one.',
  create: 'New API key',
  createTitle: 'New API key',
  nameHint: 'Where it is used: "PBX reporter".',
  scopesLegend: 'What it may do',
  presets: 'Often used',
  preset: {
    report: 'Report calls',
    agent: 'Agent of your own',
    read: 'Read only',
    all: 'Everything',
  },
  expiresLabel: 'Expires',
  expiresIn: {
    never: 'Never',
    days30: 'In 30 days',
    days90: 'In 90 days',
    year: 'In a year',
  },
  made: 'The key is made',
  madeLead: 'Copy it now. It is never shown again.',
  key: 'API key',
  download: 'Download as a file',
  try: 'Try it',
  done: 'Done',
  cancel: 'Cancel',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeEffect: 'Programs that use it are refused at once. This cannot be undone.',
  revokeAction: 'Revoke the key',
  revokedToast: (name: string) => `${name} is revoked.`,
  mayNot: 'This needs the role Admin or Owner.',
  scopes,
};
