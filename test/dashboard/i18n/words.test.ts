/** Both languages have the same messages, each is used, and no page has text of its own. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { en } from '../../../dashboard/src/words/en.ts';
import { ja } from '../../../dashboard/src/words/ja.ts';
import { usedIn, usedWords } from './words-used.ts';

const SOURCE = fileURLToPath(new URL('../../../dashboard/src/', import.meta.url));
/** Texts that are the same in every language: names of the product, of keys, and marks. */
const NAMES = /^(?:Ringpost|[^\p{L}]*)$/u;
/** Attributes whose text is read aloud or shown. */
const SHOWN_ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'label', 'description', 'alt'];

test('Japanese has the keys and arguments of English', () => {
  assert.deepEqual(shapeOf(ja), shapeOf(en));
});

test('no message is empty, and no Japanese one is a copy', () => {
  for (const text of textsOf(en)) assert.notEqual(text.trim(), '');
  const copies = textsOf(ja).filter((text) => /^[A-Z][a-z]+ [a-z]+ [a-z]+/.test(text));
  assert.deepEqual(copies, []);
});

test('each word is used by a page', () => {
  assert.deepEqual(unused(en, usedWords(SOURCE)), []);
});

test('control: a word is used by name, by a computed key, or if its object is passed on', () => {
  const words = { a: { one: 'x', two: 'x', three: { four: 'x', five: 'x' } }, b: { list: ['x'] } };
  const left = (code: string) => unused(words, usedIn([['a.tsx', code]]));
  assert.deepEqual(
    left("const A = () => { const t = useText('a'); return t.one + useText('b').list.map(f); };"),
    ['a.two', 'a.three.four', 'a.three.five'],
  );
  assert.deepEqual(left("function A(k) { const { three } = useText('a'); return three[k]; }"), [
    'a.one',
    'a.two',
    'b.list',
  ]);
  const handed = "const A = () => f(useText('a'), useText('b'));";
  const typed = "function f(t: Words['a']) { return t.two; }";
  assert.deepEqual(left(handed), []);
  assert.deepEqual(left(`${handed} ${typed}`), ['a.one', 'a.three.four', 'a.three.five']);
  const shape = "interface S { t: Words['a'] } const f = ({ t: { two } }: S) => two;";
  assert.deepEqual(
    left(`const A = () => f({ t: useText('a') }); ${shape}`).includes('a.two'),
    false,
  );
});

for (const path of globSync('**/*.tsx', { cwd: SOURCE })) {
  test(`${path} holds no text for people`, () => {
    const found = bareTexts(path, readFileSync(join(SOURCE, path), 'utf8'));
    assert.deepEqual(found, []);
  });
}

test('control: a bare text is found in its place', () => {
  const code = 'export const A = () => <p title="Hello there">Good {1} morning<b>{"x"}</b></p>;';
  assert.deepEqual(bareTexts('a.tsx', code), ['Hello there', 'Good ', ' morning', 'x']);
});

/** Keys, and how many arguments each message takes; tables by a code only have to exist. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'function') return `of ${value.length}`;
  if (typeof value !== 'object' || value === null) return typeof value;
  const entries = Object.entries(value).map(([key, one]) => [key, shapeOf(one)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** Leaves that are not among these paths, nor below or above any of them. */
function unused(words: unknown, used: ReadonlySet<string>): readonly string[] {
  const known = [...used].map((path) => `${path}.`);
  return leavesOf(words).filter(
    (leaf) => !known.some((path) => `${leaf}.`.startsWith(path) || path.startsWith(`${leaf}.`)),
  );
}

function leavesOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, one]) =>
    leavesOf(one, path === '' ? key : `${path}.${key}`),
  );
}

/** Texts of elements and of shown attributes, except names. */
function bareTexts(path: string, code: string): string[] {
  const found: string[] = [];
  const note = (text: unknown): void => {
    if (typeof text === 'string' && text.trim() !== '' && !NAMES.test(text.trim())) {
      found.push(text);
    }
  };
  walk(parseSync(path, code, { lang: 'tsx' }).program, (node, parent) => {
    if (node.type === 'JSXText') note(node.value);
    if (node.type === 'Literal' && parent?.type === 'JSXExpressionContainer') note(node.value);
    if (node.type !== 'JSXAttribute') return;
    const name: unknown = Object(node.name).name;
    if (SHOWN_ATTRIBUTES.includes(String(name))) note(Object(node.value).value);
  });
  return found;
}

type Node = Readonly<Record<string, unknown>>;

function walk(value: unknown, visit: (node: Node, parent: Node | null) => void): void {
  const step = (one: unknown, parent: Node | null): void => {
    if (Array.isArray(one)) for (const item of one) step(item, parent);
    else if (typeof one === 'object' && one !== null) {
      const node: Node = { ...one };
      if (typeof node.type === 'string') visit(node, parent);
      // An expression of an attribute is a class, an id or a key; only elements hold text.
      if (node.type === 'JSXAttribute') {
        visitAttribute(node, step);
        return;
      }
      for (const child of Object.values(node)) step(child, node);
    }
  };
  step(value, null);
}

/** Elements inside attributes (`icon={<b>x</b>}`) count; their plain strings do not. */
function visitAttribute(node: Node, step: (one: unknown, parent: Node | null) => void): void {
  const expression: unknown = Object(node.value).expression;
  if (typeof expression === 'object' && expression !== null) step(expression, null);
}
