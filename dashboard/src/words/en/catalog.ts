/**
 * The event catalog in English. Names of triggers, keys and codes are those of the API. `word.ts`
 * says when each trigger fires.
 */
import { enCount } from './count.ts';

export const catalog = {
  title: 'Event catalog',
  lead: 'The 19 triggers: when each fires, what it carries, and which endpoints receive it.',
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
    always: 'Always present, with at least one error.',
    'if-reported': 'Present if errors were reported, otherwise left out.',
    never: 'Never present.',
  },
  fired: (count: string, since: string) => `${count} times since ${since}`,
  withLog: 'CALL_LOG_CREATED fires right after it, for the same end of the call.',
  subscribers: 'Endpoints that receive it',
  noSubscribers: 'No endpoint receives it.',
  count: (count: number) => enCount(count, { one: '# endpoint', other: '# endpoints' }),
  off: 'disabled',
  subscribe: 'Register an endpoint',
  sample: 'What is sent for it',
  sampleLead: 'Made-up values, rendered by the code that sends real events.',
  kind: 'To an endpoint of kind',
  noAgent: 'It cannot launch agents: the end of a run would launch the agent again.',
  schema: 'JSON Schema of the body',
  download: 'Download',
  schemaMissing: 'The API document has no schema of this trigger.',
  unknown: (name: string) => `There is no trigger ${name}`,
  unknownText: 'Names are written in capitals, such as OUTBOUND_CALL_COMPLETED.',
  unknownStatus: {
    title: 'Statuses that fire nothing',
    lead:
      'Calls have these statuses, which are not public: they fire nothing and end no call. ' +
      'If one means the end of a call, let the platform report a public status instead.',
    calls: (count: number) => enCount(count, { one: '# call', other: '# calls' }),
  },
};
