/** One-time codes: the examples of RFC 6238, and the codes of one step before and after. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneTimeCodes } from '../../src/system/one-time-codes.ts';

/** `12345678901234567890`, the secret of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('the codes are those of RFC 6238, appendix B', () => {
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const;
  for (const [atS, code] of vectors) {
    assert.equal(oneTimeCodes.stepOf(SECRET, code, atS * 1_000), Math.floor(atS / 30));
  }
});

test('a code is valid one step before and after its own, and no other text is', () => {
  for (const [awayS, isTaken] of [
    [-60, false],
    [-30, true],
    [30, true],
    [60, false],
  ] as const) {
    const step = oneTimeCodes.stepOf(SECRET, '081804', (1_111_111_109 + awayS) * 1_000);
    assert.equal(step !== null, isTaken, `${awayS} s`);
  }
  for (const text of ['', '08180', '0818040', '081804 ', 'abcdef', '０８１８０４']) {
    assert.equal(oneTimeCodes.stepOf(SECRET, text, 1_111_111_109_000), null, text);
  }
});

test('secrets have 160 bits and recovery codes 80, and each is new', () => {
  assert.match(oneTimeCodes.secret(), /^[A-Z2-7]{32}$/);
  assert.match(oneTimeCodes.recoveryCode(), /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  const all = new Set(Array.from({ length: 100 }, () => oneTimeCodes.recoveryCode()));
  assert.equal(all.size, 100);
});
