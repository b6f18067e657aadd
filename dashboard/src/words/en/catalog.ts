/**
 * The event catalog in English. Names of triggers, keys and codes are those of the API. When a
 * trigger fires is said in `word/text/fires-en.ts`.
 */
import { enCount } from './count.ts';

export const catalog = {
  title: 'Event catalog',
  lead: 'The 19 triggers: when each fires, what it carries, and who is told of it.',
  carries: 'What it carries',
  listed: 'Triggers, in the order of the specification.',
  back: 'All triggers',
  find: 'Find a trigger, a key or when it fires',
  column: {
    name: 'Trigger',
    fires: 'When it fires',
    keys: 'data',
    fired: 'In 7 days',
    subscribers: 'Endpoints',
  },
  noMatch: 'No trigger matches this',
  searched: (text: string) => `Looked for: ${text}`,
  empty: 'There are no triggers',
  group: {
    outbound: 'Outbound call',
    inbound: 'Inbound call',
    'call-log': 'Call log',
    'after-call-work': 'After-call work',
  },
  fact: {
    group: 'Belongs to',
    keys: 'Keys of data, in order',
    errors: 'errors',
    fired: 'Fired',
  },
  errors: {
    always: 'Always there, with one error at least.',
    'if-reported': 'There when errors were reported, else left out.',
    never: 'Never there.',
  },
  fired: (count: string, since: string) => `${count} times since ${since}`,
  withLog: 'CALL_LOG_CREATED fires right after it, for the same end of the call.',
  subscribers: 'Who is told of it',
  noSubscribers: 'No endpoint is told of it.',
  count: (count: number) => enCount(count, { one: '# endpoint', other: '# endpoints' }),
  off: 'disabled',
  subscribe: 'Register an endpoint',
  sample: 'What is sent for it',
  sampleLead: 'Made-up values, laid out by the code that sends.',
  kind: 'To an endpoint of kind',
  noAgent: 'Agents cannot be launched by it: one would be launched by its own end.',
  schema: 'JSON Schema of the body',
  download: 'Download',
  schemaMissing: 'The API document has no schema of this trigger.',
  unknown: (name: string) => `There is no trigger ${name}`,
  unknownText: 'Names are written in capitals, such as OUTBOUND_CALL_COMPLETED.',
  unknownStatus: {
    title: 'Statuses that fire nothing',
    lead:
      'Calls stand in these statuses, which are not public: they fire nothing and end no call. ' +
      'If one means the end of a call, have the platform report a public status instead.',
    calls: (count: number) => enCount(count, { one: '# call', other: '# calls' }),
  },
};
