/**
 * The reference pages name everything that the code knows, with the same defaults: what is added
 * without a line there fails here.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { environmentName, SETTING_NAMES, SETTINGS } from '../../src/config/settings.ts';
import { ERROR_CODES } from '../../src/core/payload/call-error.ts';
import { TRIGGERS } from '../../src/core/trigger/trigger.ts';

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

test('every trigger and every error code has a row, and no other', () => {
  const named = rowsOf('triggers').flatMap((row) => /^\| `([A-Z_]+)` \|/.exec(row)?.[1] ?? []);
  assert.deepEqual([...named].sort(), [...TRIGGERS, ...ERROR_CODES].sort());
});

function rowsOf(page: string): string[] {
  const path = new URL(`../../docs/reference/${page}.md`, import.meta.url);
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
}
