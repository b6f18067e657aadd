/**
 * The reference pages name everything that the code knows, with the same defaults: code that is
 * added without a line there fails here.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { environmentName, SETTING_NAMES, SETTINGS } from '../../src/config/settings.ts';
import { ATTEMPT_OUTCOMES, SEND_ERRORS } from '../../src/core/delivery/outcome.ts';
import { SHOWN_STATES } from '../../src/core/delivery/state.ts';
import { SIGNATURE_FORMATS } from '../../src/core/endpoint/endpoint.ts';
import {
  CONNECT_TIMEOUT_MS,
  PACING_DEFAULTS,
  RETRIES_MAX,
  RETRY_SCHEDULE_MS,
  RETRY_STEP_MS_MAX,
  RETRY_STEP_MS_MIN,
  TIMEOUT_MS,
} from '../../src/core/endpoint/endpoint-defaults.ts';
import {
  BURST,
  CONCURRENCY,
  CONTENT_KEY_DEFAULT,
  NAME_BOUNDS,
  RATE_PER_S,
  TOKEN_LENGTH_MAX,
} from '../../src/core/endpoint/endpoint-rules.ts';
import { HEADER_BYTES_MAX, HEADERS_MAX } from '../../src/core/endpoint/header-rules.ts';
import { TARGET_LENGTH_MAX } from '../../src/core/endpoint/target-rules.ts';
import { SCOPES } from '../../src/core/key/scope.ts';
import { ERROR_CODES } from '../../src/core/payload/call-error.ts';
import { TRIGGERS } from '../../src/core/trigger/trigger.ts';
import { ISSUE_STATUSES } from '../../src/engine/delivery/issue.ts';
import { EndpointBody } from '../../src/http/schema/endpoint.ts';
import { SIGNALS_PAGE, signalsPage } from './signal-tables.ts';

test('every setting has a row with its flag, name, default and help', () => {
  const rows = SETTING_NAMES.map((name) => {
    const setting: { flag: string; fallback: unknown; fallbackText?: string; help: string } =
      SETTINGS[name];
    const flag = 'secret' in setting ? '–' : `\`--${setting.flag}\``;
    const fallback = setting.fallbackText ?? `\`${String(setting.fallback)}\``;
    return `| ${flag} | \`${environmentName(name)}\` | ${fallback} | ${setting.help} |`;
  });
  assert.deepEqual(rowsOf('settings').slice(2), rows);
});

test('every trigger and every error code has a row, and no row is left over', () => {
  const named = rowsOf('triggers').flatMap((row) => /^\| `([A-Z_]+)` \|/.exec(row)?.[1] ?? []);
  assert.deepEqual([...named].sort(), [...TRIGGERS, ...ERROR_CODES].sort());
});

test('every metric, log event and span has its row, and no row is left over', async () => {
  const how = 'stale: run `node test/docs/write-signals.ts`';
  assert.equal(readFileSync(SIGNALS_PAGE, 'utf8'), await signalsPage(), how);
});

test('every state, outcome, error and issue status has a row, and no row is left over', () => {
  const words = rowsOf('deliveries').flatMap((row) => /^\| `([a-z-]+)` \|/.exec(row)?.[1] ?? []);
  const attempts = [...ATTEMPT_OUTCOMES, ...SEND_ERRORS, 'blocked'];
  const known = [...SHOWN_STATES, ...attempts, ...ISSUE_STATUSES];
  assert.deepEqual(words.sort(), known.sort());
});

test('every field of an endpoint has a row with its default and bounds', () => {
  const rows = rowsOf('endpoint-fields');
  const fields = rows.flatMap((row) => /^\| `(\w+)(?:\.\w+)?` \|/.exec(row)?.[1] ?? []);
  assert.deepEqual([...new Set(fields)].sort(), Object.keys(EndpointBody.properties).sort());
  const says = (field: string, ...facts: readonly unknown[]): void => {
    const row = rows.find((each) => each.startsWith(`| \`${field}\``)) ?? '';
    for (const fact of facts) assert.ok(row.includes(String(fact)), `${field}: ${fact}`);
  };
  says('name', NAME_BOUNDS.max);
  says('target', TARGET_LENGTH_MAX);
  says('auth', TOKEN_LENGTH_MAX);
  says('contentKey', CONTENT_KEY_DEFAULT);
  says('signatureFormat', ...SIGNATURE_FORMATS);
  says('headers', HEADERS_MAX, HEADER_BYTES_MAX);
  says('timeoutMs', TIMEOUT_MS.default, TIMEOUT_MS.min, TIMEOUT_MS.max, CONNECT_TIMEOUT_MS);
  says('retryScheduleMs', `[${RETRY_SCHEDULE_MS.join(', ')}]`, RETRIES_MAX);
  says('retryScheduleMs', RETRY_STEP_MS_MIN, RETRY_STEP_MS_MAX);
  says('pacing.ratePerS', RATE_PER_S.min, RATE_PER_S.max);
  says('pacing.burst', PACING_DEFAULTS.custom.burst, BURST.min, BURST.max);
  says('pacing.concurrency', PACING_DEFAULTS.custom.concurrency, CONCURRENCY.min, CONCURRENCY.max);
});

test('every scope has its place in the guide', () => {
  const guide = readFileSync(new URL('../../docs/guides/api-keys.md', import.meta.url), 'utf8');
  for (const scope of SCOPES) assert.ok(guide.includes(`\`${scope}\``), scope);
});

function rowsOf(page: string): string[] {
  const path = new URL(`../../docs/reference/${page}.md`, import.meta.url);
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
}
