/** The package uses nothing specific to Node.js, so that it runs in Deno, Bun and workers. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';

const SOURCES = new URL('../src/', import.meta.url);
const OF_NODE = /\b(?:Buffer|process|require|__dirname|setImmediate)\b|from 'node:/;

for (const name of readdirSync(SOURCES)) {
  test(`${name} names nothing of Node.js once its types are erased`, () => {
    const code = stripTypeScriptTypes(readFileSync(new URL(name, SOURCES), 'utf8'));
    const bare = code.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '');
    assert.equal(OF_NODE.exec(bare), null);
  });
}
