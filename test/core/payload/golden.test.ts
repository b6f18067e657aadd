/**
 * The bodies that receivers get, byte by byte, against the files of `test/golden/`. A changed file
 * is a changed contract: that takes a decision (S4.12).
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { GOLDEN_CASES } from './golden-case.ts';

const FOLDER = new URL('../../golden/', import.meta.url);

describe('golden payloads', () => {
  for (const [name, body] of Object.entries(GOLDEN_CASES)) {
    test(`${name} is the body of its file`, () => {
      assert.equal(`${body}\n`, readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
    });
  }

  test('every file has its case', () => {
    const files = readdirSync(FOLDER).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);
    assert.deepEqual(files.sort(), Object.keys(GOLDEN_CASES).sort());
  });
});
