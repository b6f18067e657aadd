/** A mail server of a test of the API, which keeps the letters that it took. */
import assert from 'node:assert/strict';
import type { Letter, Letters } from '../../src/engine/ports/letters.ts';

/** `arrived` waits for so many, and answers the last of them. */
export function postbox(fault: string | null = null) {
  const letters: Letter[] = [];
  let heard = () => {};
  const taking: Letters = {
    send: async (letter) => {
      letters.push(letter);
      heard();
      return fault;
    },
  };
  const arrived = async (count: number): Promise<Letter> => {
    while (letters.length < count) {
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
    return letters[count - 1] ?? assert.fail();
  };
  return { letters, taking, arrived };
}

export function linkIn(letter: Letter): string {
  return 'link' in letter ? letter.link : assert.fail(`${letter.kind} has no link`);
}
