/**
 * The body that a receiver gets for a report, parsed as a receiver would, for the tests that quote
 * the specification.
 */
import type { Report } from '../../src/core/call/report.ts';
import type { Direction } from '../../src/core/call/status.ts';
import { assembleBody } from '../../src/core/payload/render.ts';
import { accepted } from './given.ts';

export const OUTBOUND_LOGGED = [
  'COMPLETED',
  'VOICEMAIL_REACHED',
  'ERROR',
  'BUSY',
  'NO_RESPONSE',
  'UNREACHABLE',
];
export const OUTBOUND_NOT_PLACED = [
  'CANCELED',
  'EXPIRED',
  'MAX_ATTEMPTS_REACHED',
  'HEALTHCHECK_FAILED',
];
export const INBOUND_LOGGED = ['COMPLETED', 'ERROR', 'CONCURRENCY_LIMIT_EXCEEDED'];

export interface ReceivedData {
  readonly callId?: unknown;
  readonly callStatus?: unknown;
}

/** The parsed body. */
export interface Received {
  readonly message: string;
  readonly data: ReceivedData;
  readonly errors?: readonly Readonly<Record<string, unknown>>[];
}

export function parsed(body: string): Received {
  // A body is our own output; the tests check every part of it.
  return JSON.parse(body) as Received;
}

export function dataOf(data: string): ReceivedData {
  return parsed(assembleBody('message', '', data, null)).data;
}

/** The firings of a report of a new call, as trigger and received body. */
export function received(direction: Direction, report: Partial<Report>) {
  const { firings } = accepted({}, { direction, callSid: 'CA1', clientId: 'o1', ...report });
  return firings.map(({ trigger, text, data, errors }) => ({
    trigger,
    body: parsed(assembleBody('message', text, data, errors)),
  }));
}

export function triggersOf(direction: Direction, report: Partial<Report>): readonly string[] {
  return received(direction, report).map(({ trigger }) => trigger);
}
