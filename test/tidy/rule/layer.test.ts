/** Which imports the layers accept and refuse, and what counts as a cycle. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cycles, layers } from './layer.ts';

const REFUSED: ReadonlyArray<readonly [string, string]> = [
  ['src/core/a.ts', "import { x } from '../engine/x.ts';"],
  ['src/core/a.ts', "import type { X } from '../engine/x.ts';"],
  ['src/core/a.ts', "import { x } from '../acw/x.ts';"],
  ['src/acw/run/a.ts', "import { x } from '../../engine/x.ts';"],
  ['src/acw/run/a.ts', "import { Type } from 'typebox';"],
  ['src/engine/a.ts', "import { LRUCache } from 'lru-cache';"],
  ['src/core/a.ts', "import { LRUCache } from 'lru-cache/raw';"],
  ['src/core/a.ts', "import { sep } from 'node:path';"],
  ['src/core/a.ts', "import { Type } from 'typebox';"],
  ['src/engine/a.ts', "import { x } from '../store/sqlite/x.ts';"],
  ['src/engine/a.ts', "import { createHash } from 'node:crypto';"],
  ['src/engine/a.ts', 'const x = await import(name);'],
  ['src/store/sqlite/a.ts', "import { x } from '../../system/x.ts';"],
  ['src/channel/custom/a.ts', "import { x } from '../../store/x.ts';"],
  ['src/ingest/twilio/a.ts', "import { x } from '../../http/x.ts';"],
  ['src/observe/a.ts', "import { x } from '../config/x.ts';"],
  ['src/thread/a.ts', "import { x } from '../system/x.ts';"],
  ['src/http/routes/a.ts', "import { x } from '../../store/x.ts';"],
  ['src/http/routes/a.ts', "import type { Store } from '../../engine/ports/store.ts';"],
  ['src/store/operation/a.ts', "import { x } from '../../engine/manage/x.ts';"],
  ['src/channel/a.ts', "import type { X } from '../engine/endpoint/x.ts';"],
  ['src/ingest/a.ts', "import { x } from '../engine/intake.ts';"],
  ['src/http/a.ts', "import type { X } from '../channel/x.ts';"],
  ['src/http/schema/a.ts', "import { type Static, Type } from 'typebox';"],
  ['src/http/a.ts', "import { Type } from '@fastify/type-provider-typebox';"],
  ['src/store/a.ts', "import { x } from '../main.js';"],
  ['src/inbox/a.ts', "import { x } from '../channel/x.ts';"],
  ['src/inbox/a.ts', "import { x } from '../../receiver/src/check.ts';"],
  ['src/channel/a.ts', "import { x } from '../../receiver/src/index.ts';"],
  ['src/elsewhere/a.ts', "import { x } from '../core/x.ts';"],
  ['src/compose.ts', "import { x } from '../test/x.ts';"],
  ['src/cli/start.ts', "await import('../../examples/demo/main.ts');"],
  ['src/cli/start.ts', 'await import(program.href);'],
  ['src/cli/ringpost.js', "new URL('../../dist/src/cli/start.js', import.meta.url);"],
  ['src/cli/demo.ts', "await import('../../examples/demo/api.ts');"],
  ['src/core/version.ts', "import info from '../../package.json' with { type: 'json' };"],
  ['receiver/src/a.ts', "import { x } from '../../src/core/x.ts';"],
  ['receiver/src/a.ts', "import { request } from 'undici';"],
  ['dashboard/src/a.ts', "import { x } from '../../src/http/schema/x.ts';"],
  ['dashboard/src/a.ts', "import { x } from '../../receiver/client/src/index.ts';"],
  ['dashboard/src/a.ts', "import type { X } from '../../src/engine/x.ts';"],
];

const ACCEPTED: ReadonlyArray<readonly [string, string]> = [
  ['src/core/call/a.ts', "import { x } from '../trigger/x.ts';"],
  ['src/engine/a.ts', "import { x } from '../core/x.ts'; import { y } from './ports/y.ts';"],
  [
    'src/acw/run/a.ts',
    "import { x } from '../../core/x.ts'; import { y } from '../call-log/y.ts';",
  ],
  ['src/core/a.ts', "import { x } from './call/x.ts'; import 'lru-cache';"],
  ['src/engine/a.ts', "import { x } from '../acw/run/x.ts';"],
  ['src/store/sqlite/a.ts', "import { x } from '../../acw/run/x.ts';"],
  ['src/store/sqlite/a.ts', "import { x } from '../../core/x.ts'; import 'node:sqlite';"],
  ['src/store/sqlite/a.ts', "import { x } from '../migrate.ts';"],
  ['src/store/sqlite/a.ts', "import { x } from '../../thread/x.ts';"],
  ['src/store/a.ts', "import type { Store } from '../engine/ports/store.ts';"],
  ['src/channel/custom/a.ts', "import { Agent } from 'undici';"],
  ['src/http/routes/a.ts', "import { x } from '../../engine/x.ts'; import 'fastify';"],
  ['src/http/schema/a.ts', "import type { Static } from 'typebox';"],
  ['src/inbox/a.ts', "import { x } from '../../receiver/src/index.ts'; import 'smtp-server';"],
  ['src/compose.ts', "import { x } from './store/sqlite/x.ts';"],
  ['src/cli/start.ts', "import { x } from '../compose.ts';"],
  ['src/cli/demo.ts', "await import('../../examples/demo/main.ts');"],
  [
    'src/cli/ringpost.js',
    "await import(program.href); new URL('../../dist/src/main.js', import.meta.url);",
  ],
  ['src/cli/version.ts', "import info from '../../package.json' with { type: 'json' };"],
  ['receiver/src/a.ts', "import { createHash } from 'node:crypto'; import './b.ts';"],
  ['dashboard/src/a.tsx', "import type { X } from '../../src/http/schema/x.ts';"],
  ['dashboard/src/a.ts', "import type { X } from '../../receiver/client/src/index.ts';"],
  ['dashboard/src/a.ts', "import { X } from '../../src/core/x.ts';"],
  ['dashboard/src/a.tsx', "import { useState } from 'react'; import './a.css';"],
  ['receiver/test/a.test.ts', 'const x = await import(url);'],
  ['src/compose.ts', "const x = new URL('../dashboard/dist', import.meta.url);"],
  ['test/core/a.test.ts', "import { x } from '../../src/core/x.ts'; import 'node:test';"],
];

for (const [path, text] of REFUSED) {
  test(`refused: ${path} with ${text}`, () => {
    assert.equal(layers([{ path, text }]).length, 1);
  });
}

test('imports that point downward are accepted', () => {
  for (const [path, text] of ACCEPTED) assert.deepEqual(layers([{ path, text }]), [], path);
});

test('a cycle is found with its whole way, type imports included', () => {
  const files = [
    { path: 'src/core/a.ts', text: "import { b } from './b.ts';" },
    { path: 'src/core/b.ts', text: "import type { C } from './c.ts';" },
    { path: 'src/core/c.ts', text: "export { a } from './a.ts';" },
  ];
  const found = cycles(files).map(({ message }) => message);
  assert.deepEqual(found, [
    'import cycle: src/core/a.ts > src/core/b.ts > src/core/c.ts > src/core/a.ts',
  ]);
});

test('a shared import and a worker that imports its starter are no cycles', () => {
  const files = [
    { path: 'a.ts', text: "import './b.ts'; import './c.ts';" },
    { path: 'b.ts', text: "import './c.ts';" },
    { path: 'c.ts', text: "new Worker(new URL('./a.ts', import.meta.url));" },
  ];
  assert.deepEqual(cycles(files), []);
});
