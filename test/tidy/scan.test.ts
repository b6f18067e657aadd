/** The scanner, on which every other rule relies: it separates code, comments and texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf } from './import.ts';
import { closing, lineAt, scan } from './scan.ts';

test('comments and strings are blanked and positions stay', () => {
  const text = 'const a = \'Date\'; // Date\n/* Date */ const b = "Date";\nDate';
  const { code, uncommented } = scan(text);
  assert.equal(code.length, text.length);
  assert.deepEqual(
    [...code.matchAll(/Date/g)].map(({ index }) => lineAt(code, index)),
    [3],
  );
  assert.equal(uncommented.match(/Date/g)?.length, 3);
});

test('the text of a template is blanked, its substitutions are code, however deep', () => {
  const open = '$' + '{';
  const { code } = scan(`\`Date ${open}now({ a: \`Date ${open}Date}\` })} Date\` + Date`);
  assert.equal(code.match(/Date/g)?.length, 2);
  assert.match(code, /now\(\{ a:/);
});

test('a quote in a regular expression opens no string', () => {
  assert.match(scan('const q = /[\'"`]/; Date').code, /Date$/);
  assert.match(scan('const half = a / 2; Date / 2').code, /Date \/ 2$/);
});

test('an apostrophe in JSX text opens no string beyond its line', () => {
  const { code } = scan("<p>it doesn't wait</p>;\nDate");
  assert.match(code, /Date$/);
  assert.match(scan('<br />;\nDate').code, /Date$/);
});

test('the closing bracket is found over nested ones', () => {
  assert.equal(closing('f(a(1), { b: [2] }) + 1', 1), 19);
});

test('imports of every kind are found, with their kind and line', () => {
  const text = [
    "import { a } from './a.ts';",
    "import type { B } from '../b.ts';",
    "import c, { type D } from 'c';",
    'import {',
    '  e,',
    "} from './e.ts';",
    "export { f } from './f.ts';",
    "export type { G } from './g.ts';",
    "import './side.css';",
    "const h = await import('./h.ts');",
    "const i = new Worker(new URL('./i.ts', import.meta.url));",
    "import type from './j.ts';",
  ].join('\n');
  const found = importsOf({ path: 'src/x/y.ts', text });
  assert.deepEqual(
    found.map(({ kind, path, specifier, line }) => [kind, path ?? specifier, line]),
    [
      ['static', 'src/x/a.ts', 1],
      ['type', 'src/b.ts', 2],
      ['static', 'c', 3],
      ['static', 'src/x/e.ts', 4],
      ['static', 'src/x/f.ts', 7],
      ['type', 'src/x/g.ts', 8],
      ['static', 'src/x/side.css', 9],
      ['static', 'src/x/j.ts', 12],
      ['dynamic', 'src/x/h.ts', 10],
      ['worker', 'src/x/i.ts', 11],
    ],
  );
});

test('a text about imports is no import', () => {
  const text = "// import './a.ts'\nconst b = \"import './b.ts'\";\nexport const c = 'from';";
  assert.deepEqual(importsOf({ path: 'src/x.ts', text }), []);
});
