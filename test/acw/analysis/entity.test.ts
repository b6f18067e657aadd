/** Entities by their form: which are found, which are left out on purpose, and how fast. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EntityType } from '../../../src/acw/analysis/analysis.ts';
import {
  ENTITIES_MAX,
  ENTITY_POINTS_MAX,
  type Entities,
  entitiesOf,
} from '../../../src/acw/analysis/entity.ts';
import type { SpokenTurn } from '../../../src/acw/call-log/timeline.ts';

function turnOf(text: string, turn = 0): SpokenTurn {
  const times = { startMs: turn * 1_000, endMs: turn * 1_000 + 500, measured: true };
  return { turn, speaker: 'CUSTOMER', text, words: 1, ...times };
}

const hidesNothing = (): boolean => false;
const inText = (text: string): Entities['found'] => entitiesOf([turnOf(text)], hidesNothing).found;
const shown = (text: string) => inText(text).map(({ type, value }) => `${type} ${value}`);

const FOUND: Readonly<Record<EntityType, readonly (readonly [text: string, value: string])[]>> = {
  EMAIL: [
    ['write to grace.miller+shop@mail.example.co.uk.', 'grace.miller+shop@mail.example.co.uk'],
    ['メールはhanako@example.jpです', 'hanako@example.jp'],
  ],
  URL: [
    ['see https://example.com/a?b=1.', 'https://example.com/a?b=1'],
    ['go to www.example.org, please', 'www.example.org'],
    ['on example.de/hilfe', 'example.de/hilfe'],
  ],
  MONEY: [
    ['that is $1,234.50 in all', '$1,234.50'],
    ['42 dollars', '42 dollars'],
    ['US$ 20', 'US$ 20'],
    ['EUR 12.50', 'EUR 12.50'],
    ['1.250,00 € offen', '1.250,00 €'],
    ['costó 35,90 euros', '35,90 euros'],
    ['代金は3,500円です', '3,500円'],
    ['１万円ください', '１万円'],
    ['£5', '£5'],
  ],
  DATE: [
    ['on 2026-11-20', '2026-11-20'],
    ['am 31.12.2026', '31.12.2026'],
    ['11/20/26 is fine', '11/20/26'],
    ['November 20th, 2026', 'November 20th, 2026'],
    ['the 3rd of May', '3rd of May'],
    ['el 3 de marzo de 1984', '3 de marzo de 1984'],
    ['der 7. Mai 1979', '7. Mai 1979'],
    ['2026年11月24日に', '2026年11月24日'],
    ['11月24日に', '11月24日'],
  ],
  TIME: [
    ['at 10:30 am', '10:30 am'],
    ['at 5 p.m. sharp', '5 p.m.'],
    ['at 5 pm.', '5 pm'],
    ['a las 17:30', '17:30'],
    ['um 14.30 Uhr', '14.30 Uhr'],
    ['um 9 Uhr', '9 Uhr'],
    ['午後3時半に', '午後3時半'],
    ['15時20分', '15時20分'],
  ],
  ORDER_ID: [
    ['my order number is 778812', '778812'],
    ['the case is A-55-B7', 'A-55-B7'],
    ['número de pedido es 4471X', '4471X'],
    ['Bestellnummer: 2211-33', '2211-33'],
    ['注文番号はNB-30412です', 'NB-30412'],
    ['it is NB-48213', 'NB-48213'],
  ],
  PHONE: [
    ['call +44 20 7946 0018', '+44 20 7946 0018'],
    ['(415) 555-0132', '(415) 555-0132'],
    ['030 901820', '030 901820'],
    ['4155550132', '4155550132'],
    ['０３-１２３４-５６７８', '０３-１２３４-５６７８'],
  ],
};

// The keys are the types; the table's type says so, but `entries` loses it.
for (const [type, cases] of Object.entries(FOUND) as [EntityType, (typeof FOUND)['DATE']][]) {
  test(`${type} is found as it was written, and nothing else in its text`, () => {
    for (const [text, value] of cases) assert.deepEqual(inText(text), [{ type, value, turn: 0 }]);
  });
}

test('card and identity numbers are left out, whole and in parts', () => {
  for (const text of [
    '4111 1111 1111 1111',
    '4111111111111111',
    '3782 822463 10005',
    'my order is 4111111111111111',
    '123-45-6789',
    'it is 123 45 6789',
    '4111 1111 1111 1111 4111 1111 1111 1111 4111 1111 1111 1111',
  ]) {
    assert.deepEqual(shown(text), [], text);
  }
});

test('other numbers are left alone', () => {
  for (const text of [
    'I have 3 cats and 12 dogs',
    'account 1234567',
    '25:99',
    '99/99',
    'version 1.2.3',
    'at 3時間',
    'case closed',
    'order now please',
  ]) {
    assert.deepEqual(shown(text), [], text);
  }
});

test('a piece of text is one entity, and entities are in order', () => {
  assert.deepEqual(shown('Call 020 7946 0018 at 10:30 am on 20 November or mail a@example.com'), [
    'PHONE 020 7946 0018',
    'TIME 10:30 am',
    'DATE 20 November',
    'EMAIL a@example.com',
  ]);
});

test('texts that only have the form of an entity are left out', () => {
  const none = [
    'The IP is 192.168.100.254',
    'version 10.15.7.1234',
    'in 1998 2006 and 2019 - 2024',
  ];
  none.push('my account number is 1234567890', 'Sure.It is fine', 'order 100 units');
  none.push('I may 5 times try');
  for (const text of none) assert.deepEqual(shown(text), [], text);
  assert.deepEqual(shown('it is example.it, order 48213, on May 5'), [
    'URL example.it',
    'ORDER_ID 48213',
    'DATE May 5',
  ]);
});

test('the same value counts once per turn', () => {
  const { found } = entitiesOf([turnOf('$5 or $5'), turnOf('$5', 3)], hidesNothing);
  assert.deepEqual(
    found.map(({ turn }) => turn),
    [0, 3],
  );
});

test('if there are more entities than a result lists, the first stay', () => {
  const turns = Array.from({ length: ENTITIES_MAX + 1 }, (_, turn) => turnOf('$5', turn));
  assert.equal(entitiesOf(turns.slice(1), hidesNothing).cut, false);
  const { found, cut } = entitiesOf(turns, hidesNothing);
  assert.deepEqual([found.length, cut, found.at(-1)?.turn], [ENTITIES_MAX, true, ENTITIES_MAX - 1]);
});

test('a value is a part of its turn and short, whatever the turn', () => {
  const piece = fc.constantFrom(
    'a@b.com ',
    '$1,000',
    '1.2',
    ' 12 ',
    '+',
    '(',
    ')',
    '-',
    '@',
    '.',
    'www.',
    'am',
    '時',
    '円',
    'order 5',
    '１',
    '/',
    ':30',
    ' May ',
    '年1月',
    'x',
    '😀',
    '\u0000',
    'https://',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      for (const { value } of inText(text)) {
        assert.ok(text.includes(value) && value !== '' && value.length <= ENTITY_POINTS_MAX);
      }
    }),
    { numRuns: 500 },
  );
});

test('hostile text of 200,000 characters takes no longer than harmless text could', () => {
  const piece = fc.string({
    unit: fc.constantFrom(...'a1@.-, /:($€#年月日時円oris '),
    maxLength: 12,
  });
  const nasty = [
    'a.',
    'a@',
    '1,234.',
    '(1) ',
    '1/1/',
    '$1 000 ',
    'a-1-',
    '1'.repeat(41),
    'order is ',
  ];
  const texts = [...nasty, ...fc.sample(piece, { numRuns: 20, seed: 1 })];
  for (const text of texts) {
    const long = turnOf(text.repeat(Math.ceil(200_000 / Math.max(1, text.length))));
    const before = process.cpuUsage();
    entitiesOf([long], hidesNothing);
    // Measured: 15 ms at most. Backtracking would take minutes.
    assert.ok(process.cpuUsage(before).user < 2_000_000, JSON.stringify(text));
  }
});

test('a number with a unit, or in a list, is no date', () => {
  for (const text of ['march 10 miles', 'I may 3 or 4 days', 'december 24 guests', '10-20-30-40']) {
    assert.deepEqual(
      shown(text).filter((one) => one.startsWith('DATE')),
      [],
      text,
    );
  }
  assert.deepEqual(shown('on may 3 or 4 days later'), []);
  assert.deepEqual(shown('on may 3'), ['DATE may 3']);
});

test('a part of a reference or of a postcode is no telephone number', () => {
  const phones = (text: string) => shown(text).filter((one) => one.startsWith('PHONE'));
  for (const text of [
    'reference 555 123 4567',
    'my postcode 12345 6789',
    'booking: 0123 456 789',
  ]) {
    assert.deepEqual(phones(text), [], text);
  }
  assert.deepEqual(phones('call 555 123 4567'), ['PHONE 555 123 4567']);
});
