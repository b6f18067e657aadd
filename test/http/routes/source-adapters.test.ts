/** The list of adapters over HTTP, and that what it says of each platform is true. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ADAPTERS } from '../../../src/ingest/adapters.ts';
import { setup } from '../setup.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A secret of each form; the public key is from RFC 8032, test 1. */
const SECRETS = {
  text: 'synthetic-secret-0123456789',
  base64: 'c3ludGhldGljLXNlY3JldA==',
  'public-key': '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  'user:password': 'ringpost:synthetic-secret',
};

test('S12.27: every adapter is listed with what an operator needs to connect it', async (t) => {
  const { call } = await setup(t);
  const answer = await call('GET', '/v1/source-adapters');
  assert.equal(answer.status, 200, answer.text);
  for (const [index, { name, about, methods, signsAddress, windowMs }] of ADAPTERS.entries()) {
    const at = (field: string) => answer.at(`/data/${index}/${field}`);
    assert.equal(at('name'), name);
    assert.equal(at('title'), about.title);
    assert.deepEqual(at('methods'), methods);
    assert.equal(at('signsAddress'), signsAddress);
    assert.equal(at('windowSeconds'), windowMs === null ? null : windowMs / 1_000);
    assert.equal(at('secretForm'), about.secret.form);
    assert.deepEqual(at('settings'), about.settings);
    assert.equal(at('settingsRequired'), name === 'generic', name);
    assert.ok(existsSync(join(ROOT, String(at('guide')))), `${name}: ${at('guide')}`);
  }
  assert.equal(answer.at(`/data/${ADAPTERS.length}`), undefined);
});

test('the example settings of each adapter make a source', async (t) => {
  const { call } = await setup(t);
  for (const { name, about, signsAddress } of ADAPTERS) {
    const wanted = { name, adapter: name, secret: SECRETS[about.secret.form] };
    const publicUrl = signsAddress ? { publicUrl: 'https://calls.example.com/x' } : {};
    const body = { ...wanted, ...publicUrl, settings: about.settings };
    const made = await call('POST', '/v1/sources', body);
    assert.equal(made.status, 201, made.text);
  }
});

test('the texts about a platform are short sentences or a few words', () => {
  for (const { name, about, settingsFaults } of ADAPTERS) {
    for (const sentence of [about.secret.where, about.address]) {
      assert.match(sentence, /^[A-Z].{20,240}\.$/, name);
    }
    for (const words of [about.signature, about.events]) {
      assert.match(words, /^[A-Za-z][^|]{5,100}[^.|]$/, name);
    }
    assert.equal(about.settings === null, settingsFaults === undefined, name);
  }
});
