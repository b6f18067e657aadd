/** Foreign names do no harm, and a misspelt one is reported with the nearest setting. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KNOWN_NAMES, nameWarnings, nearestName } from '../../src/config/setting-name.ts';

test('variables of Kubernetes and clients are ignored silently, except a wrong port', () => {
  const ofKubernetes = {
    RINGPOST_SERVICE_HOST: '10.96.0.7',
    RINGPOST_SERVICE_PORT: '8080',
    RINGPOST_SERVICE_PORT_HTTP: '8080',
    RINGPOST_PORT_8080_TCP: 'tcp://10.96.0.7:8080',
    RINGPOST_PORT_8080_TCP_PROTO: 'tcp',
    RINGPOST_PORT_8080_TCP_PORT: '8080',
    RINGPOST_PORT_8080_TCP_ADDR: '10.96.0.7',
    RINGPOST_API_SERVICE_HOST: '10.96.0.8',
    RINGPOST_API_PORT: 'tcp://10.96.0.8:80',
    RINGPOST_API_PORT_80_TCP: 'tcp://[fd00::8]:80',
  };
  const ofClients = {
    RINGPOST_URL: 'http://127.0.0.1:8080',
    RINGPOST_PROJECT: 'prj_1',
    RINGPOST_TOKEN: 'hunter2',
    RINGPOST_JWKS_URL: 'http://127.0.0.1:8080/v1/jwks',
  };
  assert.deepEqual(nameWarnings({ ...ofKubernetes, ...ofClients, OTHER: 'x' }), []);
  const shadows = { RINGPOST_PORT: 'tcp://10.96.0.7:8080', RINGPOST_METRICS_PORT: 'tcp://[::1]:1' };
  const warnings = nameWarnings({ ...ofKubernetes, ...shadows });
  assert.equal(warnings.length, 2);
  for (const warning of warnings) assert.match(warning, /enableServiceLinks: false/);
});

test('an unknown name is reported once, with the nearest setting and without its value', () => {
  const warnings = nameWarnings({ RINGPOST_API_KYE: 'hunter2', RINGPOST_DATADIR: './x' });
  assert.deepEqual(warnings, [
    'RINGPOST_API_KYE is no setting of this version and is ignored; did you mean RINGPOST_API_KEY.',
    'RINGPOST_DATADIR is no setting of this version and is ignored; ' +
      'did you mean RINGPOST_DATA_DIR.',
  ]);
});

test('a name without one letter leads to its setting, a far one to the list', () => {
  for (const name of KNOWN_NAMES) {
    assert.equal(nearestName(`${name.slice(0, -2)}${name.slice(-1)}`), `; did you mean ${name}`);
  }
  assert.match(nearestName('RINGPOST_TYPO'), /`ringpost config` lists/);
  assert.match(nearestName(`RINGPOST_${'X'.repeat(10_000)}`), /ringpost config|did you mean/);
});
