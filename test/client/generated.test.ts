/** The generated halves of both clients are what the API document gives, made again here. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OPERATIONS } from '../../receiver/client/src/index.ts';
import { setup } from '../http/setup.ts';
import { generated } from './generate.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the generated files fit the document; if not, run test/client/generate.ts', async (t) => {
  const { call } = await setup(t);
  const document = Object((await call('GET', '/openapi.json')).json);
  for (const [path, text] of generated(document)) {
    assert.equal(readFileSync(join(ROOT, path), 'utf8'), text, path);
  }
});

test('every operation of the document is covered in both languages', async (t) => {
  const { call } = await setup(t);
  const { paths } = Object((await call('GET', '/openapi.json')).json);
  const python = readFileSync(
    join(ROOT, 'receiver/client/python/ringpost_client/generated.py'),
    'utf8',
  );
  let count = 0;
  for (const methods of Object.values(Object(paths))) {
    for (const operation of Object.values(Object(methods))) {
      const { operationId } = Object(operation);
      assert.ok(operationId in OPERATIONS, operationId);
      const name = operationId.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
      assert.ok(python.includes(`    def ${name}(self`), name);
      count += 1;
    }
  }
  assert.equal(Object.keys(OPERATIONS).length, count);
});
