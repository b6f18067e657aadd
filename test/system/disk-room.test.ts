/** The free room of a disk, as the system reports it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { freeBytesOf } from '../../src/system/disk-room.ts';

const GIB = 2 ** 30;

test('the room of a disk is the same as in df', async () => {
  const options = { encoding: 'utf8' } as const;
  const [, kibibytes] = execFileSync('df', ['-k', '--output=avail', tmpdir()], options).split('\n');
  // Other processes write meanwhile.
  const difference = (await freeBytesOf(tmpdir())) - Number(kibibytes) * 1_024;
  assert.ok(Math.abs(difference) < GIB, String(difference));
});

test('a missing folder has no room', async () => {
  await assert.rejects(freeBytesOf('/nowhere/at/all'), /ENOENT/);
});
