/** The base URL at which clients reach the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baseOf } from '../../src/http/base-url.ts';

function listeningOn(address: string) {
  const family = address.includes(':') ? 'IPv6' : 'IPv4';
  return { address: () => ({ address, family, port: 8_080 }) };
}

test('the configured address wins wherever the server listens', () => {
  const known = { url: 'https://calls.example.com', known: true };
  assert.deepEqual(baseOf(known.url, listeningOn('0.0.0.0')), known);
  assert.deepEqual(baseOf(known.url, { address: () => null }), known);
});

test('on loopback the base URL is the address on which the server listens', () => {
  const local = (address: string) => baseOf(null, listeningOn(address));
  assert.deepEqual(local('127.0.0.1'), { url: 'http://127.0.0.1:8080', known: true });
  assert.deepEqual(local('127.8.0.1'), { url: 'http://127.8.0.1:8080', known: true });
  assert.deepEqual(local('::1'), { url: 'http://[::1]:8080', known: true });
});

test('on any other address the service does not know its base URL', () => {
  for (const address of ['0.0.0.0', '::', '10.0.0.7', 'fe80::1', '1.127.0.1']) {
    assert.equal(baseOf(null, listeningOn(address)).known, false, address);
  }
  assert.equal(baseOf(null, { address: () => null }).known, false);
});
