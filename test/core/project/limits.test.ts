/** A project may reach each limit, and the next one is refused with the number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  API_KEYS_MAX,
  ENDPOINTS_MAX,
  refuseTooMany,
  SOURCES_MAX,
} from '../../../src/core/project/limits.ts';
import { failure } from '../../engine/manage/setup.ts';

test('each limit permits its last one; the next error names the limit', () => {
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
