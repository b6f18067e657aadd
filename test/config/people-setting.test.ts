/** The settings of sign-in: accepted values, and which settings belong together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailDomain, oidcIssuer, peopleMisfits } from '../../src/config/people-setting.ts';

test('an issuer is https, or http on this machine, and stays as it was written', () => {
  for (const good of [
    'https://login.example.com',
    'https://login.example.com/realms/acme/',
    'http://localhost:8081/realms/x',
    'http://127.0.0.1:9',
    'http://[::1]:9',
  ]) {
    assert.equal(oidcIssuer(good), good);
  }
  for (const bad of [
    'login.example.com',
    'http://login.example.com',
    'ftp://login.example.com',
    'https://user:pass@login.example.com',
    'https://x.example?a=b',
    'https://x.example#a',
  ]) {
    assert.throws(() => oidcIssuer(bad), /must be an https address/, bad);
  }
});

test('a domain is one name, and becomes lower-case', () => {
  assert.equal(mailDomain('Example.COM'), 'example.com');
  for (const bad of ['example', '@example.com', 'a b.example', '*.example.com', '-a.example']) {
    assert.throws(() => mailDomain(bad), /no domain/, bad);
  }
});

test('issuer, client and secret belong together, and domains need them', () => {
  const none = { oidcIssuer: null, oidcClientId: null, oidcClientSecret: null, oidcDomains: [] };
  const all = { oidcIssuer: 'https://x.example', oidcClientId: 'a', oidcClientSecret: 'b' };
  assert.deepEqual(peopleMisfits(none), []);
  assert.deepEqual(peopleMisfits({ ...none, ...all, oidcDomains: ['x.example'] }), []);
  for (const part of Object.keys(all)) {
    assert.match(String(peopleMisfits({ ...none, ...all, [part]: null })[0]), /set all three/);
  }
  const [problem] = peopleMisfits({ ...none, oidcDomains: ['x.example'] });
  assert.match(String(problem), /RINGPOST_OIDC_ISSUER/);
});
