/** Which source files need a test of their own, and how the list of the others stays honest. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mirrored } from './mirror.ts';

const LOGIC = { path: 'src/core/a.ts', text: 'export function a(): number { return 1; }' };
const TEST = { path: 'test/core/a.test.ts', text: '' };
const SUITE = { path: 'test/core/suite.test.ts', text: '' };

test('a file with logic needs its mirror', () => {
  assert.equal(mirrored({})([LOGIC]).length, 1);
  assert.deepEqual(mirrored({})([LOGIC, TEST]), []);
});

test('an arrow function and a class are logic, types and constants are not', () => {
  const count = (text: string): number => mirrored({})([{ path: 'src/core/a.ts', text }]).length;
  assert.equal(count('export const a = (b: number): number => b;'), 1);
  assert.equal(count('export class A {}'), 1);
  assert.equal(count('export type A = (b: number) => number;'), 0);
  assert.equal(count('export interface A { b(c: number): void; d: () => void }'), 0);
  assert.equal(count("export const A_MAX = 5; export const B = { c: 'function' } as const;"), 0);
});

test('a named suite covers a file or a folder', () => {
  const suite = 'test/core/suite.test.ts';
  assert.deepEqual(mirrored({ 'src/core/a.ts': suite })([LOGIC, SUITE]), []);
  assert.deepEqual(mirrored({ 'src/core/': suite })([LOGIC, SUITE]), []);
});

test('an entry whose file or suite is gone, or that is needless, is refused', () => {
  const suite = 'test/core/suite.test.ts';
  assert.equal(mirrored({ 'src/core/b.ts': suite })([LOGIC, TEST, SUITE]).length, 1);
  assert.equal(mirrored({ 'src/core/a.ts': 'test/gone.test.ts' })([LOGIC]).length, 1);
  assert.equal(mirrored({ 'src/core/a.ts': suite })([LOGIC, TEST, SUITE]).length, 1);
});

test('the composition root and the scripts need no mirror', () => {
  const { text } = LOGIC;
  assert.deepEqual(
    mirrored({})([
      { path: 'src/main.js', text },
      { path: 'dashboard/build/a.ts', text },
    ]),
    [],
  );
});
