/** How phrases of the tables become patterns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folded, phrasePattern } from '../../../src/acw/phrase/phrase-pattern.ts';

function finds(phrase: string, text: string, script: 'SPACED' | 'UNSPACED' = 'SPACED'): boolean {
  return phrasePattern([phrase], script).test(folded(text));
}

test('alternatives, optional words, and spaces inside an alternative', () => {
  const phrase = 'speak|talk to|with a|your? manager|team_lead';
  for (const text of [
    'Speak to a manager',
    'talk with manager',
    'I want to speak to your TEAM LEAD',
  ]) {
    assert.equal(finds(phrase, text), true, text);
  }
  for (const text of ['speak manager', 'speak to the manager', 'team lead']) {
    assert.equal(finds(phrase, text), false, text);
  }
});

test('whole words only; commas of a recogniser do not matter', () => {
  assert.equal(finds('hi|hey', 'this'), false);
  assert.equal(finds('hi|hey', 'hi, there'), true);
  assert.equal(finds('please hold', 'Please, hold.'), true);
  assert.equal(finds('please hold', 'please holden'), false);
});

test('dots in a phrase allow other words, within a sentence', () => {
  const phrase = 'rufe sie ... zurück';
  assert.equal(finds(phrase, 'Ich rufe Sie zurück'), true);
  assert.equal(finds(phrase, 'Ich rufe Sie morgen um 14.30 Uhr zurück'), true);
  assert.equal(finds(phrase, 'Ich rufe Sie! Treten Sie zurück'), false);
  assert.equal(finds(phrase, `Ich rufe Sie ${'sehr '.repeat(12)}gern zurück`), false);
});

test('in a script without spaces a phrase is found anywhere', () => {
  assert.equal(finds('少々 お? 待ち', '少々お待ちください', 'UNSPACED'), true);
  assert.equal(finds('少々 お? 待ち', 'では少々、待ち', 'UNSPACED'), true);
  assert.equal(finds('少々 お? 待ち', 'お待ち', 'UNSPACED'), false);
});

test('two dots stand for up to three words', () => {
  const phrase = 'cancel .. order';
  for (const text of [
    'cancel order',
    'cancel that second order',
    "cancel my mother's, um, order",
  ]) {
    assert.equal(finds(phrase, text), true, text);
  }
  for (const text of ['cancel all of the other order', 'cancel it. My order']) {
    assert.equal(finds(phrase, text), false, text);
  }
});

test('edges of a sentence, and words that must not follow', () => {
  for (const text of ['agent please', 'Stop. Agent, please!', '¿agent please']) {
    assert.equal(finds('^ agent please $', text), true, text);
  }
  for (const text of ['your agent please', 'agent please tell him']) {
    assert.equal(finds('^ agent please $', text), false, text);
  }
  assert.equal(finds('please hold !the|your', 'Please hold.'), true);
  assert.equal(finds('please hold !the|your', 'please hold theirs'), true);
  assert.equal(finds('please hold !the|your', 'please hold, the card'), false);
  assert.equal(finds('待って !た', '待って', 'UNSPACED'), true);
  assert.equal(finds('待って !た', '待ってた', 'UNSPACED'), false);
});
