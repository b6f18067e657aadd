/** The network from which a person signs in: an IPv4 address, or 64 bits of an IPv6 address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf, plainAddress } from '../../../src/core/person/network.ts';

test('an IPv4 address is its own network, also if mapped to IPv6', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
  assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7');
  assert.equal(plainAddress('::FFFF:192.0.2.7'), '192.0.2.7');
  assert.equal(plainAddress('2001:db8::1'), '2001:db8::1');
});

test('addresses of one household are one network, those of two are not', () => {
  const network = networkOf('2001:db8:0:7:1:2:3:4');
  assert.equal(network, '2001:db8:0:7::/64');
  assert.equal(networkOf('2001:DB8::7:ffff:0:0:1'), network);
  assert.equal(networkOf('2001:0db8:0000:0007::1'), network);
  assert.notEqual(networkOf('2001:db8:0:8::1'), network);
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
});
