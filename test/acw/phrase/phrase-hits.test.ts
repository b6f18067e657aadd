/** Which phrases are found, in each language, by which speaker and where, and which are not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Speaker } from '../../../src/acw/call-log/call-log.ts';
import { timelineOf } from '../../../src/acw/call-log/timeline.ts';
import {
  isRequest,
  PHRASE_HITS_MAX,
  PHRASE_LANGUAGES,
  phraseHits,
  QUOTE_POINTS_MAX,
} from '../../../src/acw/phrase/phrase-hits.ts';
import { PHRASE_RULES, type PhraseRuleId } from '../../../src/acw/phrase/phrase-rule.ts';
import { codePointCount } from '../../../src/core/text.ts';
import { givenLog, type Said } from '../given-call.ts';
import { PHRASE_SAMPLES } from './phrase-sample.ts';

const hitsOf = (said: readonly Said[], language: string) =>
  phraseHits(timelineOf(givenLog(said)).turns, language);

/** The rules whose phrase a sentence contains, if speaker and place fit. */
function idsOf(text: string, language: string, speaker: Speaker, place: 'FIRST' | 'LAST') {
  const atMs = place === 'FIRST' ? 0 : 90_000;
  const other: Said = ['SYSTEM', '7', 90_000 - atMs, 91_000 - atMs];
  const { hits } = hitsOf([[speaker, text, atMs, atMs + 1_000], other], language) ?? { hits: [] };
  return hits.map(({ id }) => id);
}

for (const [language, samples] of Object.entries(PHRASE_SAMPLES)) {
  test(`the phrases of ${language} are found as people say them`, () => {
    // The keys of the samples are rule ids; their type says so, but `entries` loses it.
    for (const [id, sentences] of Object.entries(samples) as [PhraseRuleId, readonly string[]][]) {
      const rule = PHRASE_RULES[id];
      const place = rule.in === 'ENDING' ? 'LAST' : 'FIRST';
      for (const sentence of sentences) {
        assert.ok(idsOf(sentence, language, rule.by[0], place).includes(id), `${id}: ${sentence}`);
      }
    }
  });
}

test('every language has samples, and every rule of it has some', () => {
  assert.deepEqual(Object.keys(PHRASE_SAMPLES), [...PHRASE_LANGUAGES]);
  for (const samples of Object.values(PHRASE_SAMPLES)) {
    assert.deepEqual(Object.keys(samples), Object.keys(PHRASE_RULES));
  }
});

test('words that only sound alike are not found', () => {
  const nothing: readonly (readonly [language: string, text: string])[] = [
    ['en', 'The household is on the corner of the high street.'],
    ['en', 'My record collection is in the basement.'],
    ['es', 'El pedido llega el lunes a su casa.'],
    ['de', 'Die Lieferung kommt am Montag bei Ihnen an.'],
    ['ja', '商品は月曜日に届きます。'],
  ];
  for (const [language, text] of nothing) {
    assert.deepEqual(idsOf(text, language, 'AGENT', 'LAST'), [], text);
    assert.deepEqual(idsOf(text, language, 'CUSTOMER', 'LAST'), [], text);
  }
});

test('a rule is about a speaker: an agent who quotes a wish does not escalate', () => {
  const text = 'you want to speak to a manager';
  assert.deepEqual(idsOf(text, 'en', 'CUSTOMER', 'FIRST'), ['escalation-request']);
  assert.deepEqual(idsOf(text, 'en', 'AGENT', 'FIRST'), []);
});

test('a greeting opens and a closing ends a call: within a minute, or half of a short call', () => {
  const thanks: Said = ['AGENT', 'Hello, thank you for calling.', 0, 2_000];
  const atMs = (startMs: number): Said => ['AGENT', thanks[1], startMs, startMs + 2_000];
  const found = (said: readonly Said[]) =>
    hitsOf(said, 'en')?.hits.map(({ id, turn }) => `${turn} ${id}`);
  assert.deepEqual(found([atMs(0), atMs(9_000)]), ['0 greeting', '1 closing']);
  const long = [atMs(0), atMs(59_000), atMs(61_000), atMs(237_000), atMs(298_000)];
  assert.deepEqual(found(long), ['0 greeting', '1 greeting', '4 closing']);
});

test('turns of SYSTEM do not move the window of greeting or closing', () => {
  const found = (said: readonly Said[]) =>
    hitsOf(said, 'en')?.hits.map(({ id, turn }) => `${turn} ${id}`);
  const call: readonly Said[] = [
    ['SYSTEM', 'All our lines are busy. You are number four in the queue.', 0, 4_000],
    ['AGENT', 'Hello, this is Ada.', 240_000, 242_000],
    ['CUSTOMER', 'My kettle broke.', 243_000, 245_000],
    ['AGENT', 'Take care, goodbye.', 400_000, 402_000],
    ['SYSTEM', 'Please rate this call from one to five.', 404_000, 700_000],
  ];
  assert.deepEqual(found(call), ['1 greeting', '3 closing']);
  // The same without SYSTEM: the result does not depend on it.
  assert.deepEqual(found(call.slice(1, 4)), ['0 greeting', '2 closing']);
  assert.deepEqual(found([['SYSTEM', 'Hello, thank you for calling. Goodbye.', 0, 5_000]]), []);
});

test('sentences that only look like a phrase are skipped', () => {
  const isFound = (id: string, text: string, speaker: Speaker, language = 'en') =>
    idsOf(text, language, speaker, 'LAST').includes(id as PhraseRuleId);
  for (const text of ["I don't want to keep you on hold", 'hold down the button', 'hold the key']) {
    assert.equal(isFound('hold-request', text, 'AGENT'), false, text);
  }
  assert.equal(isFound('hold-request', 'one second', 'AGENT'), true);
  assert.equal(isFound('hold-request', 'Can you hold the line?', 'AGENT'), true);
  assert.equal(isFound('apology', "I'm sorry, what was that?", 'AGENT'), false);
  assert.equal(isFound('apology', "I'm sorry, what was that? I'm sorry for it.", 'AGENT'), true);
  assert.equal(isFound('cancellation-request', 'you can help me cancel it', 'CUSTOMER'), true);
  assert.equal(isFound('cancellation-request', "I don't want to cancel it", 'CUSTOMER'), false);
  for (const text of ['hasta la próxima', 'que esté muy bien', 'cuídese', 'buenas noches']) {
    assert.equal(isFound('closing', text, 'AGENT', 'es'), true, text);
  }
});

test('a phrase cut over several turns of a speaker is found where it begins', () => {
  const hits = (said: readonly Said[]) =>
    hitsOf(said, 'en')?.hits.map(({ id, turn, quote }) => `${turn} ${id} ${quote}`);
  const cut: readonly Said[] = [
    ['CUSTOMER', 'so I want to', 0, 900],
    ['CUSTOMER', 'cancel my', 950, 1_500],
    ['CUSTOMER', 'subscription', 1_600, 2_200],
  ];
  assert.deepEqual(hits(cut), ['0 cancellation-request so I want to']);
  assert.deepEqual(
    hits([
      ['CUSTOMER', 'could I speak to your', 0, 900],
      ['AGENT', 'manager', 950, 1_500],
      ['CUSTOMER', 'manager', 8_000, 8_500],
    ]),
    [],
  );
});

test('fillers do not break a phrase, and a quote keeps them', () => {
  const text = 'So I, um, I need to, uh, cancel my, um, my order.';
  const hits = hitsOf([['CUSTOMER', text, 0, 900]], 'en')?.hits;
  assert.deepEqual(
    hits?.map(({ id, quote }) => [id, quote]),
    [['cancellation-request', text]],
  );
});

test('regions share the words of their language; a language without words gives null', () => {
  assert.equal(hitsOf([['AGENT', 'Hello', 0, 500]], 'en-GB')?.hits.length, 1);
  assert.equal(hitsOf([['AGENT', 'Hello', 0, 500]], 'fi'), null);
  assert.equal(hitsOf([['AGENT', 'Hello', 0, 500]], 'und'), null);
  assert.deepEqual(hitsOf([], 'en'), { hits: [], cut: false });
});

test('a quote is a part of its turn, and contains the phrase', () => {
  const before = 'Well 😀 then, as I told you before we began with all of this. '.repeat(9);
  const text = `${before}Please hold for a moment. ${'And so on. '.repeat(40)}`;
  const hit = hitsOf([['AGENT', text, 0, 500]], 'en')?.hits[0];
  assert.ok(hit !== undefined);
  assert.ok(text.includes(hit.quote) && hit.quote.includes('Please hold for a moment'), hit.quote);
  assert.ok(codePointCount(hit.quote) <= QUOTE_POINTS_MAX);
  const early = hitsOf([['AGENT', `Please hold. ${'And so on. '.repeat(40)}`, 0, 500]], 'en');
  assert.ok(early?.hits[0]?.quote.startsWith('Please hold.'));
});

test('accents as separate characters change nothing', () => {
  const said = '¿Cómo está? Esta llamada será grabada. Le llamaré después para su cancelación.';
  const apart = said.normalize('NFD');
  const idsIn = (text: string) => hitsOf([['AGENT', text, 0, 500]], 'es')?.hits.map(({ id }) => id);
  assert.notEqual(apart, said);
  assert.deepEqual(idsIn(apart), idsIn(said));
  assert.ok(idsIn(apart)?.includes('recording-disclosure'));
  const japanese = 'お電話ありがとうございます'.normalize('NFD');
  assert.equal(hitsOf([['AGENT', japanese, 0, 500]], 'ja')?.hits[0]?.quote, japanese);
  const long = `${'Él habló así. '.repeat(40)}${said}${' Así es, señor.'.repeat(40)}`.normalize(
    'NFD',
  );
  const quote = hitsOf([['AGENT', long, 0, 500]], 'es')?.hits[0]?.quote ?? '';
  assert.ok(long.includes(quote) && quote.includes('llamada sera\u0301 grabada'), quote);
  assert.equal(isRequest('Ich möchte etwas bestellen'.normalize('NFD'), 'de'), true);
});

test('if there are more hits than a result lists, the first stay', () => {
  const said = Array.from(
    { length: PHRASE_HITS_MAX + 1 },
    (_, place): Said => ['AGENT', 'Please hold.', place * 1_000, place * 1_000 + 500],
  );
  const all = hitsOf(said.slice(1), 'en');
  assert.deepEqual([all?.hits.length, all?.cut], [PHRASE_HITS_MAX, false]);
  const cut = hitsOf(said, 'en');
  assert.deepEqual([cut?.hits.length, cut?.cut], [PHRASE_HITS_MAX, true]);
});

test('a request is recognised by its words, in the languages that have some', () => {
  assert.equal(isRequest('I lost my debit card', 'en-US'), true);
  assert.equal(isRequest('My name is Grace', 'en'), false);
  assert.equal(isRequest('Quiero cambiar mi dirección', 'es'), true);
  assert.equal(isRequest('Ich möchte etwas bestellen', 'de'), true);
  assert.equal(isRequest('住所を変更したいのですが', 'ja'), true);
  assert.equal(isRequest('I lost my debit card', 'fi'), false);
});
