/**
 * `ringpost rotate-master-key` on the embedded store continues after an interruption.
 * `rotate-master-key.proof.ts` kills it in the middle, also on PostgreSQL beside running processes.
 */
import assert from 'node:assert/strict';
import { readdir, readFile, rename } from 'node:fs/promises';
import { test } from 'node:test';
import { keyIdOf } from '../../src/system/secret-box.ts';
import { half, sealedIn } from './half-rotated.ts';
import { used } from './used-directory.ts';

test('interrupted, it goes on to the key that the store names, with exchanged files', async (t) => {
  const { directory, file } = await used(t);
  const { former, next, rotate } = await half(directory, file);
  await rename(`${file}.${former}`, `${file}.next`);
  const ended = await rotate();
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stdout, new RegExp(`goes on: from the master key ${former} to ${next}`));
  assert.deepEqual(Object.keys(sealedIn(directory)), [next]);
  assert.equal(keyIdOf(Buffer.from(await readFile(file, 'utf8'), 'base64')), next);
  const names = await readdir(directory);
  assert.ok(names.includes(`master.key.${former}`) && !names.includes('master.key.next'));
});
