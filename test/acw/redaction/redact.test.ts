/** No card or identity number of a transcript reaches a model, and nothing else is changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { redactedTurns } from '../../../src/acw/redaction/redact.ts';
import { anyText } from '../../support/any-text.ts';
import { longTranscripts, redacted, turn } from './redacted.ts';

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** A number of `length` digits that begins as cards do and ends with its check digit. */
function cardOf(digits: readonly number[], first: number): string {
  const body = [first, ...digits];
  const sum = body.reduceRight((all, value, index) => {
    const doubled = (body.length - index) % 2 === 1 ? value * 2 : value;
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return [...body, (10 - (sum % 10)) % 10].join('');
}

const card = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 17 }),
    fc.integer({ min: 2, max: 6 }),
  )
  .map(([digits, first]) => cardOf(digits, first));

/** How a recogniser may write a card number that is read out. */
const written = card.chain((digits) =>
  fc.oneof(
    fc.constant(digits),
    fc
      .constantFrom(' ', '-', ' - ', '.', ', ', '  ', '\u2011', '\u00a0', '\u200b', ' then ', 'の')
      .map((gap) => (digits.match(/.{1,4}/g) ?? []).join(gap)),
    fc.constant([...digits].join(' ')),
    fc.constant([...digits].map((digit) => WORDS[Number(digit)]).join(' ')),
    fc.constant([...digits].map((digit) => WORDS[Number(digit)]).join(', uh ')),
    fc.constant(digits.replace(/./g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))),
    fc.constant(digits.replace(/./g, (digit) => String.fromCharCode(0x660 + Number(digit)))),
  ),
);
const words = fc.constantFrom(
  '',
  'My card is ',
  'Sure: ',
  'カード番号は',
  'it ends in 42. So ',
  'It is on $12.50, my card: ',
);

/** All digits in a text, as figures or words. */
function digitsOf(text: string): string {
  const plain = text.replace(/[０-９٠-٩]/g, (figure) => {
    const code = figure.charCodeAt(0);
    return String(code - (code >= 0xff10 ? 0xff10 : 0x660));
  });
  return (plain.match(/\d|zero|one|two|three|four|five|six|seven|eight|nine/g) ?? [])
    .map((found) => (found.length === 1 ? found : WORDS.indexOf(found)))
    .join('');
}

test('a card number never stays, whether written or said', () => {
  fc.assert(
    fc.property(words, written, words, (before, said, after) => {
      const [text = ''] = redacted(`${before}${said}。${after}`);
      assert.match(text, /\[CARD NUMBER\]/);
      const left = digitsOf(text.replace(before, '').replace(after, ''));
      const digits = digitsOf(said);
      for (let at = 0; at + 6 <= digits.length; at += 1) {
        assert.ok(!left.includes(digits.slice(at, at + 6)), `${said} leaves ${text}`);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a card whose later groups look like a telephone number is a card', () => {
  for (const said of ['2063  0041  0698  1824  00', '2063   0041  0698  1824  00']) {
    assert.deepEqual(redacted(said), ['[CARD NUMBER]']);
  }
});

test('a card number that is read out over several turns never stays', () => {
  const parts = card.chain((digits) =>
    fc.integer({ min: 2, max: digits.length - 2 }).map((cut) => [digits, cut] as const),
  );
  fc.assert(
    fc.property(parts, fc.constantFrom('', 'mhm', 'Okay, go on.'), ([digits, cut], between) => {
      const said = [`It is ${digits.slice(0, cut)}`, between, `${digits.slice(cut)}, thanks`];
      const [first = '', other = '', last = ''] = redacted(...said);
      assert.equal(first, 'It is [CARD NUMBER]');
      assert.equal(other, between);
      assert.equal(last, '[CARD NUMBER], thanks');
    }),
    { numRuns: 500 },
  );
});

test('numbers of persons and accounts become a placeholder of their kind', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['It is 078-05-1120.', 'It is [SOCIAL SECURITY NUMBER].'],
    ['It is 078 05 1120.', 'It is [SOCIAL SECURITY NUMBER].'],
    ['zero seven eight, oh five, one one two zero', '[ID NUMBER]'],
    ['IBAN GB82 WEST 1234 5698 7654 32 please', 'IBAN [IBAN] please'],
    ['de89370400440532013000', '[IBAN]'],
    ['Mi DNI es 12345678Z.', 'Mi DNI es [ID NUMBER].'],
    ['12345678A', '12345678A'],
    ['O CPF 529.982.247-25', 'O CPF [ID NUMBER]'],
    ['NINO: AB 12 34 56 C', 'NINO: [ID NUMBER]'],
    [
      'Call me at +1 415 555 0100, or 020 7946 0958.',
      'Call me at [PHONE NUMBER], or [PHONE NUMBER].',
    ],
    ['Write to ada@example.com.', 'Write to [EMAIL ADDRESS].'],
    ['Misheard: 4111 1111 1111 1112.', 'Misheard: [CARD NUMBER].'],
    ['4111 1111 um 1111 1111', '[CARD NUMBER]'],
    ['quatro um um um um um um um um um um um um um um um', '[CARD NUMBER]'],
    ['Passport 533380006', 'Passport [ID NUMBER]'],
    ['マイナンバーは123456789018です', 'マイナンバーは[ID NUMBER]です'],
    ['forty-one eleven eleven eleven eleven eleven eleven eleven', '[CARD NUMBER]'],
    [
      'double four double four four four four four four four four four four four four eight',
      '[CARD NUMBER]',
    ],
    ['einundvierzig elf elf elf elf elf elf elf', '[CARD NUMBER]'],
    ['cuarenta y uno once once once once once once once', '[CARD NUMBER]'],
    [`${'cinquante-cinq, cinquante-cinq, '.repeat(3)}quarante-quatre 44`, '[CARD NUMBER]'],
    ['4111|1111|1111|1111', '[CARD NUMBER]'],
    ['"4111" [1111] <1111> "1111"', '"[CARD NUMBER]"'],
    ['4\ufe0f\u20e3 111 1111 1111 1111', '[CARD NUMBER]'],
    ['四一一一一一一一一一一一一一一一です', '[CARD NUMBER]です'],
  ];
  for (const [said, expected] of cases) {
    const asked = said.startsWith('zero') ? ['', 'Your social insurance number?'] : ['', ''];
    assert.equal(redacted(...asked, said)[2], expected, said);
  }
});

test("the agent's question tells which number the answer is", () => {
  const [, , code] = redacted('', 'And the security code on the back?', 'Yes, it is 123.');
  assert.equal(code, 'Yes, it is [SECURITY CODE].');
  const [, , social] = redacted('', 'Your social security number?', '078051120');
  assert.equal(social, '[SOCIAL SECURITY NUMBER]');
  const [, , order] = redacted('', 'Passport and order number?', 'The order is 471147114');
  assert.equal(order, 'The order is 471147114');
});

test('words of another language count neither as numbers nor as their names', () => {
  const of = (text: string, language: string): string | undefined =>
    redactedTurns([turn('CUSTOMER', text)], language)[0]?.text;
  assert.equal(of('um um um um um um um um um um', 'en'), 'um um um um um um um um um um');
  assert.equal(of('Das habe ich nie bekommen: 471147', 'de'), 'Das habe ich nie bekommen: 471147');
  assert.equal(of('nie mam 123456', 'pl'), 'nie mam 123456');
  assert.equal(of('mi NIE es 1234567', 'es'), 'mi NIE es [ID NUMBER]');
});

test('other numbers stay, and so do the turns themselves', () => {
  const said = [
    'Order 4711 of 2026-11-20, $1,249.99 at 10:30.',
    'Do not call me at 10, or 020.',
    'I was number one of twenty three, on line 9.',
    'It has 7111 1111 1111 1112 in it.',
    '',
  ];
  assert.deepEqual(redacted(...said), said);
  const turns = said.map((text) => turn('AGENT', text));
  assert.deepEqual(redactedTurns(turns, 'und'), turns);
});

test('any text keeps its number of turns, and a second redaction changes nothing', () => {
  const text = anyText({ maxLength: 300 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (said) => {
      const once = redacted(...said);
      assert.equal(once.length, said.length);
      assert.deepEqual(redacted(...once), once);
    }),
    { numRuns: 500 },
  );
});

test('a transcript made to be slow does not take long', () => longTranscripts(5));

test('a single turn made to be slow does not take long', () => {
  const slow = [
    '4'.repeat(20_000),
    '4 '.repeat(10_000),
    'four '.repeat(4_000),
    'double '.repeat(3_000),
    'de89'.repeat(5_000),
    'de 8 9 '.repeat(3_000),
    '-'.repeat(20_000),
    'order '.repeat(3_000),
    '〇'.repeat(20_000),
    'AB 12 34 56 '.repeat(1_600),
    'passport 1 '.repeat(1_800),
  ];
  const startedMs = performance.now();
  for (const text of slow) redacted(text);
  assert.ok(performance.now() - startedMs < 5_000);
});

test('a filler sound between figures breaks no number, also if it is a number word', () => {
  for (const language of ['pt', 'en', 'und', 'de']) {
    for (const text of ['4111 1111 um 1111 1111', '4111 um 1111 1111 um 1111']) {
      const [turn] = redactedTurns([{ speaker: 'CUSTOMER', text, startMs: 0 }], language);
      assert.equal(turn?.text, '[CARD NUMBER]', `${language} ${text}`);
    }
  }
});
