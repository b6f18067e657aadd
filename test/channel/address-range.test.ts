/** Only plain notations are read as addresses; a range holds exactly its addresses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIn, parseAddress, parseRange } from '../../src/channel/address-range.ts';

test('plain IPv4 and IPv6 are addresses', () => {
  for (const text of ['0.0.0.0', '8.8.8.8', '255.255.255.255', '::', '::1', '2606:4700::1111']) {
    assert.notEqual(parseAddress(text), null, text);
  }
});

test('every other notation is refused', () => {
  const texts = ['', '1', '127.1', '0177.0.0.1', '0x7f.0.0.1', '2130706433', '127.0.0.1.', ' ::1'];
  texts.push('fe80::1%eth0', '::1%1', '[::1]', '127.0.0.1:80', '１２７.0.0.1', '256.1.1.1', 'a.b');
  for (const text of texts) assert.equal(parseAddress(text), null, text);
});

test('a range holds its first and last address and no neighbour', () => {
  const range = parseRange('10.16.0.0/12', 'private');
  const holds = (text: string) => {
    const address = parseAddress(text);
    return address !== null && isIn(address, range);
  };
  assert.deepEqual(['10.16.0.0', '10.31.255.255'].map(holds), [true, true]);
  assert.deepEqual(['10.15.255.255', '10.32.0.0', '::ffff:10.16.0.1'].map(holds), [
    false,
    false,
    false,
  ]);
});

test('a plain address is a range of one address, and nonsense is refused', () => {
  assert.equal(parseRange('10.0.0.1', 'x').bits, 32);
  assert.equal(parseRange('fd00::1', 'x').bits, 128);
  for (const text of ['', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/x', '::/129', 'localhost/8']) {
    assert.throws(() => parseRange(text, 'x'), text);
  }
});
