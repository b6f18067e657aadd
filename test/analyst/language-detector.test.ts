/** The real detector on lines as people say them on the telephone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLanguageDetector } from '../../src/analyst/language-detector.ts';

const LINES: readonly (readonly [language: string, line: string])[] = [
  ['en', 'hello this is the northwind book shop how can i help you'],
  ['es', 'hola quiero cancelar mi pedido porque no ha llegado'],
  ['de', 'guten tag ich möchte meinen vertrag kündigen'],
  ['ja', 'お電話ありがとうございます'],
  ['fr', 'bonjour je voudrais savoir où est ma commande'],
  ['pt', 'bom dia eu gostaria de cancelar a minha assinatura'],
  ['it', 'buongiorno vorrei sapere dove si trova il mio ordine'],
  ['zh', '您好，请问有什么可以帮您'],
  ['ko', '안녕하세요 무엇을 도와드릴까요'],
];

test('each line is detected in its language, and the detector knows that language', async () => {
  const detector = await loadLanguageDetector();
  for (const [language, line] of LINES) {
    assert.equal(detector.detect(line), language, line);
    assert.equal(detector.knows(language), true, language);
  }
});

test('a text without words is in no language', async () => {
  const detector = await loadLanguageDetector();
  for (const text of ['', 'ok', '12345', '😀']) assert.equal(detector.detect(text), null, text);
  assert.equal(detector.knows('tlh'), false);
});

test('the detector is loaded once', async () => {
  assert.equal(await loadLanguageDetector(), await loadLanguageDetector());
});
