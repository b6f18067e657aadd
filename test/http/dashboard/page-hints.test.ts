/** Which files the page at an address of the dashboard loads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageHints, wordsHint } from '../../../src/http/dashboard/page-hints.ts';

const hints = pageHints([
  { address: '/', files: ['home'] },
  { address: '/p/$project', files: ['project'] },
  { address: '/p/$project/endpoints/$endpointId/{-$tab}', files: ['endpoint'] },
  { address: '/p/$project/endpoints/new', files: ['new'] },
  { address: '/p/$project/calls/$callId', files: ['call'] },
]);

test('a path is matched by its segments; a literal segment wins over a parameter', () => {
  assert.deepEqual(hints('/'), ['home']);
  assert.deepEqual(hints('/p/prj_1'), ['project']);
  assert.deepEqual(hints('/p/prj_1/'), ['project']);
  assert.deepEqual(hints('/p/prj_1/endpoints/new'), ['new']);
  assert.deepEqual(hints('/p/prj_1/calls/a%2Fb%20c'), ['call']);
});

test('only a segment that the route marks as optional may be missing', () => {
  assert.deepEqual(hints('/p/prj_1/endpoints/ep_1'), ['endpoint']);
  assert.deepEqual(hints('/p/prj_1/endpoints/ep_1/test'), ['endpoint']);
  for (const path of ['/p', '/p/prj_1/calls', '/p/prj_1/endpoints/ep_1/test/x', '/x']) {
    assert.deepEqual(hints(path), [], path);
  }
});

test('the page links the words of the chosen language, or of the first known one', () => {
  const hint = wordsHint({ en: 'en.js', ja: 'ja.js' });
  const linked = (languages?: string, chosen?: string) => hint({ languages, chosen });
  assert.deepEqual(linked('de-CH, ja-JP;q=0.9, en;q=0.8'), ['ja.js']);
  assert.deepEqual(linked('ja', 'en'), ['en.js']);
  assert.deepEqual(linked('ja', 'constructor'), ['ja.js']);
  assert.deepEqual(linked('de'), ['en.js']);
  assert.deepEqual(linked(), ['en.js']);
  assert.deepEqual(wordsHint({})({ languages: 'ja', chosen: undefined }), []);
});
