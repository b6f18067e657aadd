/**
 * The dashboard shows values of strangers only as text: React escapes them, so the sources may have
 * no code that bypasses it, no address made of a value, and no code that the pages' security policy
 * would have to block.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PAGE_DIRECTIVES } from '../../src/http/reply/page-directives.ts';

const ROOT = fileURLToPath(new URL('../../dashboard/', import.meta.url));

/** Code that makes markup, code or an address out of a text. */
const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  'markup from a text': /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML/,
  'markup from a document': /document\.write|createContextualFragment|DOMParser|srcdoc/i,
  'code from a text': /\beval\s*\(|new\s+Function\b|\bFunction\s*\(|import\s*\(\s*[^'"\s]/,
  'a timer with code': /set(?:Timeout|Interval)\s*\(\s*['"`]/,
  'a script address': /javascript:|vbscript:|data:text\/html/i,
  'an address made of a value': /\b(?:href|src|formAction|xlinkHref)=\{|<form[^>]*\baction=\{/,
  'an element by a name of a value': /createElement\(\s*[a-z]\w*\s*[,)]/,
  'attributes made of a value': /<[a-z]+[^>]*\{\.\.\./,
  'a message to other windows': /\bpostMessage\s*\(|\.opener\b/,
  'a style from a text': /style=\{?["'`]|cssText|insertRule/,
};

/** Files that need such code, and why it is safe. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // A message to other tabs of the same origin, over a channel that no other site reaches.
  'a message to other windows': ['src/live/live-hub.ts'],
  // A mail in a frame that runs no script and loads nothing, with its own style only.
  'markup from a document': ['src/kit/mail/mail-frame.tsx'],
  'a style from a text': ['src/kit/mail/mail-frame.tsx'],
};

function sources(): readonly (readonly [path: string, text: string])[] {
  const paths = globSync(['src/**/*.{ts,tsx}', '*.html', 'src/**/*.html'], { cwd: ROOT });
  return paths.map((path) => [path, readFileSync(`${ROOT}${path}`, 'utf8')]);
}

for (const [what, pattern] of Object.entries(FORBIDDEN)) {
  test(`the dashboard has no ${what}`, () => {
    const files = sources();
    assert.ok(files.length >= 20, 'the sources are where they are looked for');
    const found = files.filter(([, text]) => pattern.test(text)).map(([path]) => path);
    assert.deepEqual(found, ALLOWED[what] ?? []);
  });
}

test('a direction mark in a value changes the direction of that value only', () => {
  const css = readFileSync(`${ROOT}src/style/theme.css`, 'utf8');
  assert.match(css, /\n\.mono,\n\.wrap,\na \{\n {2}unicode-bidi: isolate;\n\}/);
});

test('control: each pattern finds its sample', () => {
  const samples = [
    '<p dangerouslySetInnerHTML={x} />',
    'document.write(x)',
    'eval (x)',
    'setTimeout("x")',
    'href="javascript:x"',
    '<a href={call.url}>',
    'createElement(tag, x)',
    '<p {...value}>',
    'window.opener.x',
    'element.style.cssText = x',
  ];
  for (const [index, pattern] of Object.values(FORBIDDEN).entries()) {
    assert.match(samples[index] ?? '', pattern);
  }
});

test('pages load only files of our own origin, and no site can frame them', () => {
  assert.deepEqual(PAGE_DIRECTIVES.defaultSrc, ["'none'"]);
  assert.deepEqual(PAGE_DIRECTIVES.frameAncestors, ["'none'"]);
  assert.deepEqual(PAGE_DIRECTIVES.objectSrc, ["'none'"]);
  for (const [name, values] of Object.entries(PAGE_DIRECTIVES)) {
    for (const value of values) {
      assert.ok(["'self'", "'none'"].includes(value) || `${name} ${value}` === 'imgSrc data:');
    }
  }
});
