/** The planted faults of the proofs still match the code that they change. */
import { test } from 'node:test';
import { copyWithLease, copyWithoutFence } from './planted.ts';

test('a copy with a short lease, and one without a fence, can be made', async () => {
  for (const made of [copyWithLease(5_000), copyWithoutFence(5_000)]) {
    const copy = await made;
    await copy.remove();
  }
});
