/**
 * The project's settings
 * in English.
 */

export const setting = {
  title: 'Settings',
  lead: 'They apply to the whole project.',
  sections: 'Sections of the settings',
  section: {
    general: 'General',
    calls: 'Calls',
    retention: 'Retention',
    alerts: 'Alerts',
  },
  alerts: {
    lead:
      'When the service tells people what is wrong. An empty field switches its alert off. ' +
      'Which of them an endpoint gets is ticked in its settings.',
    off: 'off',
    threshold: {
      failures: 'Failed attempts in a row at one endpoint.',
      givenUp: 'Deliveries of one endpoint that were given up within the window below.',
      laneAgeMs: 'Age of the oldest open delivery of an endpoint.',
      backlog: 'Open deliveries of all endpoints.',
      diskFreeBytes: 'Less room than this on the disk of the service. Only in the first project.',
      retentionBehindMs: 'Time without a whole round of retention. Only in the first project.',
      certificateDays: 'Before the certificate of an endpoint ends.',
      sourceSilentMs: 'Time without a request of a source that was signed right.',
      sourceRefused: 'Requests of a source in a row that were signed wrong.',
      runsFailed: 'Runs of agents that failed within the window below.',
      scoreBelow: 'A lower average of at least 5 evaluations of a day.',
      windowMs: 'In which given-up deliveries and failed runs are counted.',
      recoverAfterMs: 'How long something must be over before people are told so.',
    },
    window: 'Window',
    rest: 'Rest before a recovery',
    unit: {
      attempts: 'attempts',
      deliveries: 'deliveries',
      requests: 'requests',
      runs: 'runs',
      percent: '%',
      days: 'days',
      seconds: 'seconds',
      minutes: 'minutes',
      hours: 'hours',
      mebibytes: 'MiB',
    },
    range: (least: string, most: string, optional: boolean) =>
      optional
        ? `Use a number from ${least} to ${most}, or leave it empty.`
        : `Use a number from ${least} to ${most}.`,
    mail: 'Who gets alerts by mail',
    mailHint: 'If the service has a mail server; no endpoint is needed.',
    mails: {
      operators: 'Owners, admins and operators',
      owners: 'Owners only',
      none: 'No member',
    },
  },
  mayNot: 'This needs the role Admin or Owner.',
  save: 'Save changes',
  saved: 'The settings are saved.',
  name: 'Name of the project',
  serviceName: 'Name of the service',
  serviceNameHint: 'It is named in the first line of every message, from now on.',
  preview: 'How messages begin',
  erase: {
    title: 'Erase',
    lead: 'Removes everything of a call, a client or a telephone number, at once and for good.',
    what: 'What',
    subject: { number: 'Telephone number', clientId: 'Client ID', callId: 'Call ID' },
    open: 'Erase…',
    action: 'Erase',
    everyText:
      'Every call that names this number in any text goes, with its deliveries, log and results.',
    everything: 'Every call goes, with its deliveries, log and results.',
    later:
      'What receivers already have stays there. The receipt counts what was removed, and the ' +
      'audit trail notes it.',
  },
  firstSteps: {
    title: 'First steps',
    lead: 'The list on the Overview that leads from an empty service to calls of your own.',
    now: {
      shown: 'It shows in this browser until every step is done.',
      hidden: 'It is hidden in this browser.',
      again: 'It shows in this browser until you hide it.',
    },
    show: 'Show the first steps again',
  },
  limits: {
    title: 'Limits',
    lead: 'Set by the platform that made this project; ask its operator to change them.',
    reference: 'Reference of the platform',
    endpoints: 'Endpoints',
    reports: 'Reports a second',
    calls: 'Calls that are kept',
    none: 'no limit',
    used: (calls: string, most: string) => `${calls} of ${most} `,
    full: { word: 'Full', meaning: 'Reports of new calls are refused until some are deleted.' },
    suspended: { word: 'Suspended', meaning: 'Every report is refused until it is resumed.' },
  },
  factor: 'Require a second factor',
  factorHint:
    'Members without one cannot use this project until they have set one up. That includes you.',
  mask: 'Mask personal data for viewers',
  maskHint:
    'Members with the role Viewer then see no names, numbers, transcripts or bodies, on no page ' +
    'and in no export. The audit log notes each person who opens a call, a delivery, a call log ' +
    'or a result.',
  callsLead:
    'A call that goes quiet ends with an error after this time. ' +
    'A report of the same status counts as a sign of life.',
  stale: {
    acceptingMs: 'Being accepted (ACCEPTING)',
    callingMs: 'In progress (CALLING)',
    closingMs: 'Closing (CLOSING)',
    otherInternalMs: 'Other statuses of your own',
  },
  minutes: 'minutes',
  outbound: 'Outbound calls too',
  outboundHint: 'Off: only inbound calls are ended. A platform reports the end of its own calls.',
  retentionLead: 'Older data is removed continuously, in small steps.',
  retention: {
    deliveredDays: 'Delivered webhooks',
    notDeliveredDays: 'Webhooks that were not delivered',
    excerptDays: 'Answers of receivers',
    acwResultDays: 'Results of after-call work',
    callLogDays: 'Call logs',
    auditDays: 'Audit log',
  },
  days: 'days',
  shorter: 'A shorter time removes the older data now. It cannot be restored.',
};

/**
 * Members and invitations
 * in English.
 */
export const member = {
  title: 'Members',
  lead: 'Who may sign in to this project, and what they may do here.',
  members: 'Members',
  listed: 'Members of this project.',
  name: 'Name',
  role: 'Role',
  since: 'Member since',
  you: 'you',
  roleOf: (name: string) => `Role of ${name}`,
  roleChanged: (name: string) => `The role of ${name} is changed.`,
  remove: 'Remove',
  leave: 'Leave',
  removeTitle: (name: string) => `Remove ${name}?`,
  leaveTitle: 'Leave the project?',
  removeEffect: 'They can no longer see this project. Their account stays.',
  leaveEffect: 'You can no longer see this project. An owner can invite you again.',
  removeAction: 'Remove the member',
  leaveAction: 'Leave the project',
  removed: (name: string) => `${name} is removed.`,
  roles: {
    owner: 'Owner: everything, members too',
    admin: 'Admin: everything but members',
    operator: 'Operator: retry, cancel, pause, simulate',
    viewer: 'Viewer: read only',
  },
  mayNot: 'Only owners may change members.',
  invitations: 'Open invitations',
  invitationsListed: 'Invitations that were not accepted yet.',
  noInvitations: 'No open invitations',
  email: 'E-mail',
  until: 'Valid until',
  withdraw: 'Withdraw',
  withdrawTitle: (email: string) => `Withdraw the invitation of ${email}?`,
  withdrawEffect: 'Its link stops working at once. A new invitation has a link of its own.',
  withdrawn: (email: string) => `The invitation of ${email} is withdrawn.`,
  invite: 'Invite a member',
  inviteTitle: 'Invite a member',
  inviteHint: 'They get a link that works once, for 72 hours.',
  inviteAction: 'Make the link',
  made: 'The invitation is made',
  madeLead: (email: string) => `Send this link to ${email}. It is never shown again.`,
  link: 'Invitation link',
  done: 'Done',
  cancel: 'Cancel',
  mailed: (email: string) => `It was mailed to ${email}.`,
  notMailed: (why: string) => `It could not be mailed, but the invitation stands. ${why}`,
  reset: 'New password',
  resetTitle: (name: string) => `A new password for ${name}?`,
  resetEffect:
    'You get a link with which they choose one. It works once, for 24 hours. When it is used, ' +
    'they ' +
    'are signed out everywhere. Until then nothing changes.',
  resetAction: 'Make the link',
  resetMade: 'The link is made',
  resetMadeLead: (email: string) =>
    `Give it to ${email} in a way that you trust: anyone who has it can sign in as them. ` +
    'It is never shown again.',
  resetLink: 'Link for a new password',
  lesserTitle: (name: string) => `Change the role of ${name}?`,
  lesserEffect: (role: string) => `From now on: ${role}. The API keys that they made keep working.`,
  lesserAction: 'Change the role',
  noKeysMade: 'They have made no API key that still works.',
  keysMade: (count: number) =>
    count === 1
      ? 'One API key that still works was made by them, or with a key of theirs:'
      : `${count} API keys that still work were made by them, or with keys of theirs:`,
  revokeKeys: (count: number) => (count === 1 ? 'Revoke it too' : `Revoke these ${count} keys too`),
  revokeKeysEffect: 'Programs that use them are refused at once. This cannot be undone.',
  removeFactor: 'Remove second factor',
  removeFactorTitle: (name: string) => `Remove the second factor of ${name}?`,
  removeFactorEffect: (name: string) =>
    `Ask ${name} in a way that you trust whether phone and recovery codes are lost: from then on ` +
    'the password alone signs them in, in all their projects. They are signed out everywhere, ' +
    'and they get a mail if a mail server is set.',
  removeFactorAction: 'Remove the second factor',
  factorRemoved: (name: string) => `The second factor of ${name} is removed.`,
  wantsEmail: (name: string, present: string, wanted: string) =>
    `${name} (${present}) asks for the e-mail ${wanted}.`,
  emailConfirm: 'Confirm the e-mail',
  emailRefuse: 'Refuse',
  emailConfirmTitle: (email: string) => `Does ${email} belong to them?`,
  emailConfirmEffect: (name: string) =>
    `Ask ${name} in a way that you trust: anyone who reads mail there can take the account. They ` +
    'are signed out everywhere, and sign in with this e-mail from then on.',
  emailConfirmed: (name: string) => `The e-mail of ${name} is changed.`,
  emailRefused: (name: string) => `${name} keeps the present e-mail.`,
  noMembers: 'No members',
};

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

/**
 * API keys in English. What a scope allows is said
 * by its name, as the API knows it.
 */
export const apiKey = {
  title: 'API keys',
  lead:
    'Programs use these keys. Give each program its own key, with no more rights than it ' +
    'needs.',
  listed: 'API keys of this project.',
  name: 'Name',
  scopesHead: 'May',
  lastUsed: 'Last used',
  expires: 'Expires',
  never: 'never',
  notUsed: 'not used yet',
  state: 'State',
  active: { word: 'Active', meaning: 'It is accepted.' },
  expired: { word: 'Expired', meaning: 'It has expired; it is refused.' },
  revoked: { word: 'Revoked', meaning: 'It was revoked; it is refused.' },
  environment: {
    word: 'In the environment',
    meaning: 'It is RINGPOST_API_KEY of this service.',
  },
  environmentRevoked:
    'A revoked key is still in the environment of this service and opens nothing. Take ' +
    'RINGPOST_API_KEY out of the environment, or set another one.',
  revokeEnvironment:
    'It is RINGPOST_API_KEY of this service. Take it out of the environment as well, or set ' +
    'another one.',
  madeBy: 'Made by',
  bySystem: 'Ringpost itself',
  byUnknown: 'not known',
  byInstanceKey: 'instance key',
  byKey: 'an API key',
  maker: {
    removed: { word: 'No member', meaning: 'Its maker is no longer a member of the project.' },
    demoted: {
      word: 'Lesser role',
      meaning: 'Its maker now has a role that may not make API keys.',
    },
  },
  orphans: (count: number) =>
    count === 1
      ? 'One key was made by a person who may no longer make keys. Revoke it if no program ' +
        'needs it.'
      : `${count} keys were made by people who may no longer make keys. Revoke those that no ` +
        `program needs.`,
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

/**
 * The audit log in
 * English.
 */
export const audit = {
  failed,
  refusedUnread: (count: number) =>
    count === 1 ? 'One more was refused unread.' : `${count} more were refused unread.`,
  keysBegin: (keys: string) => `Keys begin with ${keys}.`,
  fromMany: 'From many networks, counted together.',
  title: 'Audit log',
  lead:
    'Each change in this project and who made it. Entries are never edited; secrets are ' +
    'masked.',
  listed: 'Changes, the newest first.',
  action: 'Action',
  actor: 'By',
  system: 'Ringpost itself',
  target: 'Target',
  at: 'When',
  address: 'From',
  open: 'Show the change',
  entry: 'Change',
  before: 'Before',
  after: 'After',
  request: 'Request',
  nothing: 'nothing',
  close: 'Close',
  empty: 'No changes yet',
  noMatch: 'No change matches these filters',
  filter: {
    notAction: 'Not action',
    placeholder: 'Filter: action:endpoint.updated -action:… actor:usr_… target:ep_…',
  },
  emptyText: 'Each change of endpoints, keys, members and settings appears here.',
};

/**
 * The state of the service
 * in English.
 */
export const system = {
  title: 'System',
  lead: 'The process that answers this page, and its store.',
  service: 'Service',
  version: 'Version',
  node: 'Node.js',
  up: 'Up for',
  memory: 'Memory',
  clock: 'Clock',
  ahead: 'Compared with this browser',
  agrees: 'the clocks agree',
  differs: (by: string, ahead: boolean) => `${by} ${ahead ? 'ahead' : 'behind'}`,
  diagnostics: 'Download diagnostics',
  address: 'Public address',
  noAddress: 'not set; links use the address it listens on',
  pages: 'Open pages',
  store: 'Store',
  engine: 'Engine',
  engines: { sqlite: 'SQLite, one process', postgres: 'PostgreSQL, shared' },
  writable: 'Takes writes',
  yes: 'yes',
  no: 'no: the disk is full or the database is away',
  schema: 'Schema',
  bytes: 'Size',
  dispatcher: 'Dispatcher',
  alive: 'Running',
  notAlive: 'not running: restart the process',
  inFlight: 'Requests in flight',
  endpointsWithWork: 'Endpoints with work',
  residentHeads: 'Deliveries in memory',
  shards: 'Shards owned',
  ofShards: (owned: number) => `${owned} of 64`,
  inbox: 'Local inbox',
  on: 'on',
  seals: 'Sealed secrets',
  sealsRefused: 'Failed to open since the start',
  noSealRefused: 'none',
  lastSeal: 'Last one',
  sealKind: 'Kind',
  sealRecord: 'Record',
  sealKinds: {
    'endpoint-token': 'Bearer token of an endpoint',
    'endpoint-secret': 'Signing secret of an endpoint',
    'endpoint-header': 'Static header of an endpoint',
    'endpoint-target': 'URL of a Slack or Teams endpoint',
    'source-secret': 'Secret of a source',
    'signing-key': 'Signing key of a project',
    authenticator: 'Authenticator app of an account',
  },
  sealAdvice:
    'A secret was altered, moved from another record, or sealed with another master key. ' +
    'It is not used. Check that RINGPOST_MASTER_KEY is the one that the service was set up ' +
    'with, and check who may write to the database. Then enter the secret again, rotate the ' +
    'key, or ' +
    'set up the authenticator app again. The log names each one (seal.refused).',
  refresh: 'This page is updated every five seconds.',
  noProject: 'Only owners and admins of a project may see this.',
};
