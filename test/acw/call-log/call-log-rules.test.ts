/** What a call log may not contain, and the fault for each broken rule. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  CALL_MS_MAX,
  type CallLog,
  TURN_POINTS_MAX,
  TURNS_MAX,
  type Turn,
} from '../../../src/acw/call-log/call-log.ts';
import {
  CALL_LOG_FAULTS_MAX,
  callLogFaults,
  END_SLACK_MS,
} from '../../../src/acw/call-log/call-log-rules.ts';
import { anyText } from '../../support/any-text.ts';

const LOG: CallLog = {
  direction: 'OUTBOUND',
  startedAt: '2026-11-20T11:17:00.000Z',
  answeredAt: '2026-11-20T11:17:05.000Z',
  endedAt: '2026-11-20T11:19:00.000Z',
  language: 'en-GB',
  participants: [
    { id: 'agent-7', role: 'AGENT', name: 'Mia' },
    { id: 'caller', role: 'CUSTOMER' },
  ],
  turns: [
    { speaker: 'AGENT', text: 'Good morning.', startMs: 5_000, endMs: 6_200, confidence: 0.9 },
    { speaker: 'CUSTOMER', text: 'Hello.', startMs: 6_200 },
  ],
  recordingUrl: 'https://recordings.example/r1?token=x',
  metadata: { queue: 'sales' },
};

function faultsOf(changes: Partial<CallLog>): readonly string[] {
  const faults = callLogFaults({ ...LOG, ...changes });
  for (const { message } of faults) assert.match(message, /^[A-Z].*\.$/);
  return faults.map(({ field }) => field);
}

function turn(startMs: number, changes: Partial<Turn> = {}): Turn {
  return { speaker: 'AGENT', text: 'Yes.', startMs, ...changes };
}

test('a whole log keeps all rules, and so does the smallest one', () => {
  assert.deepEqual(faultsOf({}), []);
  const least = { direction: 'INBOUND', startedAt: LOG.startedAt, turns: [] } as const;
  assert.deepEqual(callLogFaults(least), []);
});

describe('times of the call', () => {
  test('are ISO 8601 with a zone', () => {
    for (const bad of [
      '',
      'yesterday',
      '2026-11-20',
      '2026-11-20T11:17:00',
      '2026-02-30T00:00:00Z',
    ])
      assert.deepEqual(faultsOf({ startedAt: bad, answeredAt: bad, endedAt: bad }), [
        '/startedAt',
        '/answeredAt',
        '/endedAt',
      ]);
    assert.deepEqual(faultsOf({ startedAt: '2026-11-20T20:17:00+09:00' }), []);
  });

  test('a call is not answered before it starts, and not ended before either', () => {
    assert.deepEqual(faultsOf({ answeredAt: '2026-11-20T11:16:59.999Z' }), ['/answeredAt']);
    assert.deepEqual(faultsOf({ endedAt: '2026-11-20T11:17:04.999Z', turns: [] }), ['/endedAt']);
    const at = LOG.startedAt;
    assert.deepEqual(faultsOf({ answeredAt: at, endedAt: at, turns: [] }), []);
  });

  test('a call lasts 24 hours at most', () => {
    assert.deepEqual(faultsOf({ endedAt: '2026-11-21T11:17:00.000Z' }), []);
    assert.deepEqual(faultsOf({ endedAt: '2026-11-21T11:17:00.001Z' }), ['/endedAt']);
  });
});

describe('turns', () => {
  test('come in the order of their beginnings; several may begin at once', () => {
    assert.deepEqual(faultsOf({ turns: [turn(10), turn(10), turn(9), turn(11), turn(10)] }), [
      '/turns/2/startMs',
      '/turns/4/startMs',
    ]);
  });

  test('none ends before it begins', () => {
    assert.deepEqual(faultsOf({ turns: [turn(10, { endMs: 9 })] }), ['/turns/0/endMs']);
    assert.deepEqual(faultsOf({ turns: [turn(10, { endMs: 10 })] }), []);
  });

  test('times are whole milliseconds of one day', () => {
    for (const bad of [-1, 0.5, CALL_MS_MAX + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.deepEqual(faultsOf({ turns: [turn(bad)] }), ['/turns/0/startMs'], String(bad));
      assert.deepEqual(faultsOf({ turns: [turn(0, { endMs: bad })] }), ['/turns/0/endMs']);
    }
  });

  test('a turn that begins long after the end of the call is a contradiction', () => {
    const lengthMs = 120_000;
    assert.deepEqual(faultsOf({ turns: [turn(lengthMs + END_SLACK_MS)] }), []);
    assert.deepEqual(faultsOf({ turns: [turn(lengthMs + END_SLACK_MS + 1)] }), [
      '/turns/0/startMs',
    ]);
    const { endedAt: _, ...open } = LOG;
    assert.deepEqual(callLogFaults({ ...open, turns: [turn(CALL_MS_MAX)] }), []);
  });

  test('texts are well-formed and 20,000 characters at most', () => {
    const fits = '📞'.repeat(TURN_POINTS_MAX);
    assert.deepEqual(faultsOf({ turns: [turn(0, { text: fits }), turn(0, { text: '' })] }), []);
    for (const text of [`${fits}a`, '\ud83d', 'a\0b']) {
      assert.deepEqual(faultsOf({ turns: [turn(0, { text })] }), ['/turns/0/text']);
    }
  });

  test('confidence is between 0 and 1', () => {
    for (const confidence of [-0.1, 1.1, Number.NaN]) {
      assert.deepEqual(faultsOf({ turns: [turn(0, { confidence })] }), ['/turns/0/confidence']);
    }
  });

  test('there are at most 10,000', () => {
    const turns = Array.from({ length: TURNS_MAX }, () => turn(0));
    assert.deepEqual(faultsOf({ turns }), []);
    assert.deepEqual(faultsOf({ turns: [...turns, turn(0)] }), ['/turns']);
  });
});

test('a language is a BCP 47 tag', () => {
  for (const language of ['en', 'ja-JP', 'zh-Hant-TW', 'es-419', 'und', 'gsw']) {
    assert.deepEqual(faultsOf({ language }), []);
  }
  for (const language of ['', 'english', 'en_GB', 'en-', 'e', `en-${'a-'.repeat(20)}b`]) {
    assert.deepEqual(faultsOf({ language }), ['/language'], language);
  }
});

test('a recording is named by an https URL without user info', () => {
  const bad = ['http://a.example/', 'ftp://a', 'https://', 'https://me:you@a.example/', 'a'];
  for (const recordingUrl of [...bad, `https://a.example/${'a'.repeat(2_048)}`]) {
    assert.deepEqual(faultsOf({ recordingUrl }), ['/recordingUrl'], recordingUrl);
  }
});

test('participants have unique ids, and names of one line', () => {
  const participants = [
    { id: 'a', role: 'AGENT', name: 'x\ny' },
    { id: 'a', role: 'CUSTOMER' },
    { id: '', role: 'SYSTEM' },
  ] as const;
  assert.deepEqual(faultsOf({ participants }), [
    '/participants/0/name',
    '/participants/1/id',
    '/participants/2/id',
  ]);
  const many = Array.from(
    { length: 101 },
    (_, index) => ({ id: `p${index}`, role: 'AGENT' }) as const,
  );
  assert.deepEqual(faultsOf({ participants: many }), ['/participants']);
});

test('only the first twenty faults are listed', () => {
  const turns = Array.from({ length: 50 }, (_, index) => turn(50 - index));
  const faults = faultsOf({ turns, language: '-' });
  assert.equal(faults.length, CALL_LOG_FAULTS_MAX);
  assert.deepEqual([faults[0], faults[1]], ['/language', '/turns/1/startMs']);
});

test('any turns: a log without faults is sorted, and every fault names an existing field', () => {
  const anyTurn = fc.record({
    speaker: fc.constantFrom('AGENT', 'CUSTOMER', 'SYSTEM'),
    text: anyText(),
    startMs: fc.oneof(fc.nat(1_000), fc.double()),
    endMs: fc.oneof(fc.nat(2_000), fc.double()),
  });
  fc.assert(
    fc.property(fc.array(anyTurn, { maxLength: 30 }), (turns) => {
      const faults = callLogFaults({ ...LOG, turns });
      const starts = turns.map(({ startMs }) => startMs);
      if (faults.length === 0)
        assert.deepEqual(
          starts,
          starts.toSorted((a, b) => a - b),
        );
      for (const { field } of faults) {
        assert.ok(Number(/^\/turns\/(\d+)\//.exec(field)?.[1]) < turns.length);
      }
    }),
  );
});
