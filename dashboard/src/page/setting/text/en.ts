/**
 * The project's settings
 * in English.
 */
export const en = {
  title: 'Settings',
  lead: 'What holds for the whole project.',
  sections: 'Sections of the settings',
  section: { general: 'General', calls: 'Calls', retention: 'Retention', sources: 'Sources' },
  mayNot: 'This needs the role Admin or Owner.',
  save: 'Save changes',
  saved: 'The settings are saved.',
  conflict: 'Someone else saved meanwhile. Look at what is there now, then save again.',
  name: 'Name of the project',
  serviceName: 'Name of the service',
  serviceNameHint: 'The first line of every message names it. Webhooks from now on use it.',
  preview: 'How messages begin',
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
  mask: 'Mask personal data for viewers',
  maskHint:
    'Members with the role Viewer then see no names, numbers, transcripts or bodies, on no page ' +
    'and in no export. Who opens a call, a delivery, a call log or a result is noted in the ' +
    'audit log.',
  callsLead:
    'A call that goes quiet ends with an error after this time. ' +
    'A report of the same status counts as a sign of life.',
  stale: {
    acceptingMs: 'Being accepted (ACCEPTING)',
    callingMs: 'Going on (CALLING)',
    closingMs: 'Closing (CLOSING)',
    otherInternalMs: 'Other statuses of your own',
  },
  minutes: 'minutes',
  outbound: 'Outbound calls too',
  outboundHint: 'Off: only inbound calls are ended. A platform reports the end of its own calls.',
  retentionLead: 'What is older is removed, in small steps, day and night.',
  retention: {
    deliveredDays: 'Delivered webhooks',
    notDeliveredDays: 'Webhooks that were not delivered',
    excerptDays: 'Answers of receivers',
    acwResultDays: 'Results of after-call work',
    callLogDays: 'Call logs',
    auditDays: 'Audit log',
  },
  days: 'days',
  shorter: 'A shorter time removes what is older now. It cannot be brought back.',
  sourcesLead: 'Telephony platforms that post their own callbacks. Each has an address of its own.',
  source: {
    listed: 'Sources of this project.',
    name: 'Name',
    adapter: 'Platform',
    address: 'Address for its callbacks',
    secret: 'Secret',
    empty: 'No sources',
    emptyText: 'Twilio can report calls without a line of code.',
    create: 'New source',
    secretHint: 'The auth token of the account; it proves that callbacks are genuine.',
    publicUrl: 'Address as the platform sees it',
    publicUrlHint: 'Only where a proxy changes the address. Signatures are made over it.',
    made: (name: string) => `${name} is made. Give its address to the platform.`,
    remove: 'Remove',
    removeTitle: (name: string) => `Remove ${name}?`,
    removeEffect: 'Its callbacks are refused from now on. Calls that it reported stay.',
    removeAction: 'Remove the source',
    removed: (name: string) => `${name} is removed.`,
    requests: 'Last requests',
    requestsOf: (name: string) => `Last requests of ${name}`,
    noRequests: 'Nothing came yet.',
    result: 'Result',
    at: 'When',
    body: 'Body',
    cancel: 'Cancel',
    close: 'Close',
  },
};
