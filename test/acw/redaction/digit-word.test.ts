/** Numbers as people say them: each below 100 in six languages, alone and as a pair of a card. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digitRuns } from '../../../src/acw/redaction/redact-digits.ts';
import { numberTokens } from '../../../src/acw/redaction/redact-token.ts';

/** The digits of a text that is one run; null if it is none, or several. */
function digitsIn(text: string, language = 'und'): string | null {
  const [run, ...others] = digitRuns([
    { speaker: 'AGENT', text, tokens: numberTokens(text, language) },
  ]);
  if (run === undefined || others.length > 0) return null;
  return run.digits.map(({ value }) => value).join('');
}

/** Numbers from `first` on, as they are written. */
const SPOKEN: readonly (readonly [language: string, first: number, words: string])[] = [
  ['en', 8, 'eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen'],
  ['en', 19, 'nineteen,twenty,twenty-one,twenty two'],
  ['es', 9, 'nueve,diez,once,doce,trece,catorce,quince,dieciséis,diecisiete,dieciocho,diecinueve'],
  ['es', 20, 'veinte,veintiuno,veintidós,veintitrés,veinticuatro,veinticinco,veintiséis'],
  ['es', 30, 'treinta,treinta y uno,treinta y dos,treinta y tres'],
  ['es', 98, 'noventa y ocho,noventa y nueve'],
  ['de', 9, 'neun,zehn,elf,zwölf,dreizehn,vierzehn,fünfzehn,sechzehn,siebzehn,achtzehn,neunzehn'],
  ['de', 20, 'zwanzig,einundzwanzig,zweiundzwanzig,dreiundzwanzig,vierundzwanzig'],
  ['de', 30, 'dreißig,einunddreißig,zweiunddreissig'],
  ['de', 97, 'siebenundneunzig,achtundneunzig,neunundneunzig'],
  ['fr', 10, 'dix,onze,douze,treize,quatorze,quinze,seize,dix-sept,dix-huit,dix-neuf,vingt'],
  ['fr', 21, 'vingt et un,vingt-deux,vingt-trois,vingt-quatre'],
  ['fr', 69, 'soixante-neuf,soixante-dix,soixante et onze,soixante-douze,soixante-treize'],
  ['fr', 76, 'soixante-seize,soixante-dix-sept,soixante-dix-huit,soixante-dix-neuf,quatre-vingts'],
  ['fr', 81, 'quatre-vingt-un,quatre-vingt-deux'],
  ['fr', 90, 'quatre-vingt-dix,quatre-vingt-onze,quatre-vingt-douze'],
  ['fr', 97, 'quatre-vingt-dix-sept,quatre vingt dix huit,quatre-vingt-dix-neuf'],
  ['it', 10, 'dieci,undici,dodici,tredici,quattordici,quindici,sedici,diciassette,diciotto'],
  ['it', 19, 'diciannove,venti,ventuno,ventidue,ventitré,ventiquattro,venticinque,ventisei'],
  ['it', 27, 'ventisette,ventotto,ventinove,trenta,trentuno,trentadue'],
  ['it', 98, 'novantotto,novantanove'],
  ['pt', 10, 'dez,onze,doze,treze,catorze,quinze,dezesseis,dezessete,dezoito,dezenove,vinte'],
  ['pt', 21, 'vinte e um,vinte e dois,vinte e três'],
  ['pt', 98, 'noventa e oito,noventa e nove'],
];
for (const [language, first, words] of SPOKEN) {
  test(`${language} from ${first}: ${words}`, () => {
    for (const [index, said] of words.split(',').entries()) {
      const digits = String(first + index);
      assert.equal(digitsIn(said, language), digits, said);
      assert.equal(digitsIn(said.toUpperCase().normalize('NFD'), language), digits, said);
      assert.equal(digitsIn(`${said}, ${said}`, language), digits + digits, said);
    }
  });
}

test('figures, words such as double, and tens without a unit combine', () => {
  for (const [said, digits] of [
    ['double four triple nine', '44999'],
    ['twenty oh five', '2005'],
    ['forty twenty', '4020'],
    ['cuatro cuatro doble uno', '4411'],
    ['quarante onze', '4011'],
    ['soixante vingt', '6020'],
    ['dix cinq', '105'],
    ['4 1, einundvierzig', '4141'],
  ] as const) {
    assert.equal(digitsIn(said), digits, said);
  }
});

test('words that are no numbers are left out, and a ten stands alone', () => {
  for (const [said, digits] of [
    ['vent undzwanzig et y', null],
    ['double glazing', null],
    ['ventidueuno', null],
    ['treinta y', '30'],
    ['quatre saisons', '4'],
  ] as const) {
    assert.equal(digitsIn(said), digits, said);
  }
});
