/** The last one that a project may have is made, the next is refused by number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  API_KEYS_MAX,
  ENDPOINTS_MAX,
  refuseTooMany,
  SOURCES_MAX,
} from '../../../src/core/project/limits.ts';
import { failure } from '../../engine/manage/setup.ts';

test('each limit permits its last one and names itself beyond', () => {
  const limits = [
    ['endpoints', ENDPOINTS_MAX],
    ['sources', SOURCES_MAX],
    ['API keys', API_KEYS_MAX],
  ] as const;
  for (const [what, most] of limits) {
    refuseTooMany(what, most - 1);
    assert.throws(() => refuseTooMany(what, most), failure('LIMIT_REACHED'));
    assert.throws(() => refuseTooMany(what, most), new RegExp(`at most ${most} ${what}`));
  }
});
