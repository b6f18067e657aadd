/**
 * Firings that every channel must be able to lay out: each trigger with plain, missing, longest
 * and hostile values, and with errors. Made by the shipping renderer, as intake makes them.
 */
import fc from 'fast-check';
import { type CallFacts, factsJson } from '../../../src/core/call/facts.ts';
import { plausibleFacts } from '../../../src/core/call/plausible-facts.ts';
import type { CallError } from '../../../src/core/payload/call-error.ts';
import {
  callData,
  callVariantOf,
  type DataEntry,
  renderFiring,
  runData,
  type StoredFiring,
} from '../../../src/core/payload/render.ts';
import { callError } from '../../../src/core/trigger/fire.ts';
import { TRIGGERS, type Trigger } from '../../../src/core/trigger/trigger.ts';
import { NASTY, nastyText } from '../../injection/nasty.ts';
import { anyText } from '../../support/any-text.ts';

export const FIRED_AT_MS = Date.UTC(2026, 10, 20, 11, 19, 0, 125);

/** The values of a firing, in the order in which its keys take them. */
interface Filling {
  readonly serviceName: string;
  readonly values: readonly string[];
  readonly errors: readonly CallError[];
}

const ERRORS = [
  callError('CALL_CONNECTION_FAILED', FIRED_AT_MS),
  callError('CALL_INTERRUPTED', FIRED_AT_MS),
];
const PLAIN = ['call_01JD3Z9M0T2A', 'CA4712', 'order_4712'];

/** The fillings by name; the suite sends each of them for every trigger. */
export const FILLINGS = {
  plain: { serviceName: 'Ringpost', values: PLAIN, errors: [] },
  errors: { serviceName: 'Ringpost', values: PLAIN, errors: ERRORS },
  empty: { serviceName: '-', values: ['', '', ''], errors: [] },
  longest: {
    serviceName: '📞'.repeat(100),
    values: ['📞'.repeat(256), '&'.repeat(256), '\\'.repeat(256)],
    errors: Array.from({ length: 12 }, () => callError('CALL_RESULT_PROCESSING_FAILED', 0)),
  },
  hostile: {
    serviceName: 'Ops <!channel> [x](http://evil.example)',
    values: ['<!channel> *b* <https://evil.example|x>', '{{DATE(2026-01-01)}}', '<b>&lt;a\r\nb'],
    errors: ERRORS,
  },
} as const satisfies Readonly<Record<string, Filling>>;

export function firingOf(trigger: Trigger, filling: Filling): StoredFiring {
  const { serviceName, errors } = filling;
  const data = dataOf(trigger, filling.values);
  return renderFiring({ trigger, data, errors }, serviceName, FIRED_AT_MS);
}

/** Facts of a call (S2.24) by name, which every channel must show. */
export const FACTS = {
  plain: {
    from: '+442079460018',
    to: 'sip:desk@example.com',
    answeredAtMs: Date.parse('2026-11-20T11:17:25.125Z'),
    endedAtMs: Date.parse('2026-11-20T11:19:00Z'),
    durationMs: 94_875,
    sipCode: 200,
    hangupCause: 'NORMAL_CLEARING',
    recordingUrl: 'https://media.example.com/r/4712.mp3?token=a&b=c',
    agentId: 'agent_7',
    queue: 'support',
    tags: ['vip', 'returns'],
    metadata: { order: '4712', region: 'emea' },
  },
  hostile: {
    from: '<!channel> *b* _i_ ~s~ `c`',
    to: '[x](http://evil.example) <https://evil.example|x>',
    answeredAtMs: Date.parse('2026-11-20T11:17:25.125Z'),
    endedAtMs: Date.parse('2026-11-20T11:19:00Z'),
    durationMs: 94_875,
    sipCode: 603,
    hangupCause: '{{DATE(2026-01-01T00:00:00Z, SHORT)}} @{triggerBody()}',
    recordingUrl: 'https://evil.example/a_b?x=<y>&z=*`c`',
    agentId: '@everyone <@U1> <at>all</at> :fire:',
    queue: '</td></tr></table><script>alert(1)</script>&lt;"\'',
    tags: ['- a', '1. a', '# a', '<!here|here>'],
    metadata: { '=1+1': '| b |', '<img src=x onerror=alert(1)>': '\u202egnp.exe' },
  },
  longest: {
    from: '📞'.repeat(256),
    to: '&'.repeat(256),
    durationMs: 30 * 86_400_000,
    hangupCause: '\\'.repeat(256),
    recordingUrl: `https://media.example.com/${'<'.repeat(2_000)}`,
    agentId: '*'.repeat(256),
    queue: '返'.repeat(256),
    tags: Array.from({ length: 20 }, (_, at) => `${at}${'_'.repeat(60)}`),
    metadata: { a: '<'.repeat(1_024), b: '&'.repeat(1_024), c: '"'.repeat(1_024) },
  },
} as const satisfies Readonly<Record<string, CallFacts>>;

/** Adds facts to a firing as intake stores them. */
export function withFacts(firing: StoredFiring, said: CallFacts): StoredFiring {
  const facts = plausibleFacts(said);
  return facts === null ? firing : { ...firing, facts: factsJson(facts) };
}

/** Any trigger, any and hostile values and names, up to twelve errors. */
export const anyFiring: fc.Arbitrary<StoredFiring> = fc
  .record({
    trigger: fc.constantFrom(...TRIGGERS),
    serviceName: fc.oneof(fc.constant('Ringpost'), nastyText),
    values: fc.array(fc.oneof(nastyText, fc.constantFrom(...NASTY), longText()), {
      minLength: 3,
      maxLength: 3,
    }),
    errors: fc.array(fc.constantFrom(...ERRORS), { maxLength: 12 }),
  })
  .map(({ trigger, ...filling }) => firingOf(trigger, filling));

/** The same with facts, each of them hostile or missing. */
export const anyFiringWithFacts: fc.Arbitrary<StoredFiring> = fc
  .tuple(
    anyFiring,
    fc.record(
      {
        from: nastyValue(),
        to: nastyValue(),
        answeredAtMs: fc.constant(Date.parse('2026-11-20T11:17:25.125Z')),
        durationMs: fc.nat({ max: 30 * 86_400_000 }),
        sipCode: fc.integer({ min: 100, max: 699 }),
        hangupCause: nastyValue(),
        recordingUrl: nastyValue().map((text) => `https://a.example/${text}`),
        agentId: nastyValue(),
        queue: nastyValue(),
        tags: fc.array(nastyValue(), { maxLength: 20 }),
        metadata: fc.dictionary(nastyValue(), nastyValue(), { maxKeys: 5 }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([firing, said]) => withFacts(firing, said));

function nastyValue(): fc.Arbitrary<string> {
  return fc.oneof(nastyText, fc.constantFrom(...NASTY));
}

function longText(): fc.Arbitrary<string> {
  return anyText({ minLength: 200, maxLength: 300 });
}

function dataOf(trigger: Trigger, [first = '', second = '', third = '']: readonly string[]) {
  if (trigger === 'ACW_COMPLETED') {
    const run = { callId: first, acwAgentId: second, acwResultId: third, isError: true };
    return runData(run);
  }
  const direction = trigger.startsWith('INBOUND_') ? 'INBOUND' : 'OUTBOUND';
  const call = { callId: first, callStatus: 'COMPLETED', callSid: second, clientId: third };
  const data: readonly DataEntry[] = callData(callVariantOf(trigger), { ...call, direction });
  return data;
}
