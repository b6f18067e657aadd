/**
 * Firings that every channel must be able to lay out: each trigger with plain, missing, longest
 * and hostile values, and with errors. Made by the shipping renderer, as intake makes them.
 */
import fc from 'fast-check';
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

/** Values of a firing, in the order in which they are used up. */
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

/** Each name to what fills a firing; every channel is shown all of them for every trigger. */
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

/** Any trigger, hostile values and names among all others, up to twelve errors. */
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
