/** A mail sender for tests of the API, which keeps every letter. */
import assert from 'node:assert/strict';
import type { Letter, Letters } from '../../src/engine/ports/letters.ts';

/** `arrived(n)` waits for the nth letter. `fault`: what each sending answers; null: sent. */
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
