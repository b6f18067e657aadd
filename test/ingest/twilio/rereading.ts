/**
 * Every other reading of one signed text: the boundary between each field that is read and its
 * neighbours is moved, with the real signature. A reading that the signature admits makes the same
 * report as the genuine one, or none.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Flat } from '../flat.ts';
import { type Callback, POSTED, readTwilio, SOURCE_URL, signCallback } from './callback.ts';

type Pair = readonly [name: string, value: string];

const DAYS = ['Mon', 'Tue', 'Wed', 'Fri'] as const;

/** The fields that are read, as the provider and its relatives send them. */
const READ = fc.record(
  {
    CallSid: fc.constantFrom('CA0000000000000000000000000000000b', 'b3877c40-da60-4998-90ad-b7'),
    CallStatus: fc.constantFrom('ringing', 'in-progress', 'completed', 'no-answer', 'failed'),
    Direction: fc.constantFrom('inbound', 'outbound-api', 'outbound'),
    SequenceNumber: fc.constantFrom('0', '3', '12'),
    Timestamp: fc.constantFrom(...DAYS).map((day) => `${day}, 20 Nov 2026 09:00:02 +0000`),
    AnsweredBy: fc.constantFrom('human', 'machine_start', 'machine_end_beep', 'fax'),
    ErrorCode: fc.constantFrom('13224', '32014', '10004'),
    SipResponseCode: fc.constantFrom('200', '404', '503'),
  },
  { requiredKeys: ['CallSid', 'CallStatus', 'Direction'] },
);

const text = fc.constantFrom(
  '',
  '1',
  '2010-04-01',
  'false',
  'Direction des ventes',
  'Zoë & Co',
  'E',
);

/** Fields that are not read: names before and after each name that is read. */
const UNREAD = fc.dictionary(
  fc.constantFrom(
    'ApiVersion',
    'AnsweredAt',
    'CallSource',
    'CallStatusReason',
    'CallToken',
    'CallerName',
    'CallSize',
    'DirectDial',
    'DirectoryId',
    'ErrorUrl',
    'From',
    'SequenceTotal',
    'SipCallId',
    'SipZone',
    'TimeZone',
    'Timing',
    'To',
    'ToCity',
    'Wave',
    'Zone',
    'custom_1',
    'x',
  ),
  text,
  { maxKeys: 8 },
);

const GENUINE = fc
  .tuple(READ, UNREAD)
  .map(([read, unread]): Callback => ({ AccountSid: 'AC01', ...unread, ...defined(read) }));

function defined(fields: Readonly<Record<string, string | undefined>>): Callback {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function read(fields: Callback, signature: string): Flat {
  return readTwilio({
    body: new URLSearchParams(fields).toString(),
    headers: { 'x-twilio-signature': signature },
    publicUrl: SOURCE_URL,
    query: {},
    ...POSTED,
  });
}

/** The same text of names and values, cut into fields in another way: one to three at a time. */
function* rereadings(pairs: readonly Pair[]): Generator<readonly Pair[]> {
  for (let at = 0; at < pairs.length; at += 1) {
    for (let count = 1; count <= 3 && at + count <= pairs.length; count += 1) {
      const whole = pairs
        .slice(at, at + count)
        .map(([name, value]) => name + value)
        .join('');
      const rest = (made: readonly Pair[]) => [
        ...pairs.slice(0, at),
        ...made,
        ...pairs.slice(at + count),
      ];
      const [first] = pairs[at] ?? [''];
      for (let cut = 1; cut <= whole.length; cut += 1) {
        yield rest([[whole.slice(0, cut), whole.slice(cut)]]);
        if (cut < first.length) continue;
        const head: Pair = [first, whole.slice(first.length, cut)];
        for (const end of ends(whole, cut, pairs)) {
          yield rest([head, [whole.slice(cut, end), whole.slice(end)]]);
        }
      }
    }
  }
}

/** Where a second name may end: one letter on, at the end of a name that is read, or nowhere. */
function ends(whole: string, from: number, pairs: readonly Pair[]): readonly number[] {
  const names = pairs.flatMap(([name]) => {
    const found = whole.indexOf(name, from);
    return found < 0 ? [] : [found, found + name.length];
  });
  return [...new Set([from + 1, ...names, whole.length])].filter((end) => end > from);
}

/**
 * Checks a fixed sample of this many genuine texts; 25 have 31,000 readings with their signature.
 */
export function checkRereadings(runs: number): void {
  let admitted = 0;
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(GENUINE, (fields) => {
      const signature = signCallback(SOURCE_URL, fields);
      const meant = read(fields, signature);
      if (meant.kind !== 'report') return;
      const pairs = Object.keys(fields)
        .sort()
        .map((name): Pair => [name, fields[name] ?? '']);
      for (const other of rereadings(pairs)) {
        const names = other.map(([name]) => name);
        // Any other reading has another signature.
        if (
          new Set(names).size < names.length ||
          names.some((name, at) => at > 0 && name <= (names[at - 1] ?? ''))
        )
          continue;
        const made = Object.fromEntries(other);
        if (signCallback(SOURCE_URL, made) !== signature) continue;
        admitted += 1;
        const result = read(made, signature);
        seen.set(result.kind, (seen.get(result.kind) ?? 0) + 1);
        if (result.kind === 'report') assert.deepEqual(result, meant, JSON.stringify(made));
      }
    }),
    { numRuns: runs, seed: 7 },
  );
  assert.ok(admitted > 5_000, `${admitted} readings with the signature`);
  for (const kind of ['report', 'refused', 'ignored']) assert.ok(seen.has(kind), kind);
}
