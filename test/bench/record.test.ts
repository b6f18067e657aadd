/** What `npm run bench -- --json` keeps: medians, rounds, and the arguments that repeat a run. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readRecord } from '../../bench/check.ts';
import { Figures, recordOf, repeating, writeRecord } from '../../bench/record.ts';

test('a figure has the values of all rounds, their median and its unit', () => {
  const figures = new Figures();
  const add = figures.of('path');
  for (const value of [0.3, 0.5, 0.4]) add('batched, of bare', 'share', value);
  add('waiting', 'memory', 200, 1_000);
  add('waiting', 'memory', 300, 10_000);
  assert.deepEqual(figures.list(), [
    {
      mode: 'path',
      name: 'batched, of bare',
      kind: 'share',
      unit: 'ratio',
      at: null,
      median: 0.4,
      rounds: [0.3, 0.5, 0.4],
    },
    {
      mode: 'path',
      name: 'waiting',
      kind: 'memory',
      unit: 'MiB',
      at: 1_000,
      median: 200,
      rounds: [200],
    },
    {
      mode: 'path',
      name: 'waiting',
      kind: 'memory',
      unit: 'MiB',
      at: 10_000,
      median: 300,
      rounds: [300],
    },
  ]);
});

test('modes that use the same name keep figures of their own', () => {
  const figures = new Figures();
  figures.of('path')('bare loop', 'rate', 1);
  figures.of('mix')('bare loop', 'rate', 2);
  assert.deepEqual(
    figures.list().map(({ mode, median }) => [mode, median]),
    [
      ['path', 1],
      ['mix', 2],
    ],
  );
});

test('what is written is read again', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-record-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const figures = new Figures();
  figures.of('idle')('memory', 'memory', 150.5);
  const path = join(folder, 'run.json');
  const record = recordOf(figures, {
    startedAt: '2026-01-01T00:00:00.000Z',
    arguments: ['--idle'],
  });
  writeRecord(path, record);
  assert.deepEqual(readRecord(path), record);
  assert.equal(record.node, process.version);
});

test('the arguments that repeat a run name no file of a record', () => {
  const args = ['--reports', '100', '--json', 'a.json', '--quick', '--check=b.json'];
  assert.deepEqual(repeating(args), ['--reports', '100', '--quick']);
  assert.deepEqual(repeating(['--check', 'b.json', '--json=a.json']), []);
});
