/**
 * Reads all settings once, from flags and environment (a flag takes precedence), and reports every
 * problem together, so that an operator can correct all of them at once.
 */
import { mailMisfits } from './mail-setting.ts';
import { modelMisfits } from './model-setting.ts';
import { peopleMisfits } from './people-setting.ts';
import {
  environmentName,
  ROLES,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type Settings,
} from './settings.ts';

export type SettingsResult =
  | { readonly kind: 'ok'; readonly settings: Settings }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** `flags`: texts by setting name. `environment`: that of the process. */
export function readSettings(
  flags: Readonly<Partial<Record<SettingName, string>>>,
  environment: Readonly<Record<string, string | undefined>>,
): SettingsResult {
  const problems = unknownNames(environment);
  const values: Partial<Record<SettingName, unknown>> = {};
  for (const name of SETTING_NAMES) {
    const where = flags[name] === undefined ? environmentName(name) : `--${SETTINGS[name].flag}`;
    const text = flags[name] ?? environment[environmentName(name)];
    if (text === undefined || text === '') {
      values[name] = SETTINGS[name].fallback;
      continue;
    }
    try {
      values[name] = SETTINGS[name].read(text);
    } catch (error) {
      problems.push(`${where} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (problems.length > 0) return { kind: 'invalid', problems };
  // Every name was read above, and each reader returns the type of its setting.
  const settings = values as Settings;
  const misfits = [
    misfitOf(settings) ?? [],
    threadMisfit(settings) ?? [],
    ...mailMisfits(settings),
    ...modelMisfits(settings),
    ...peopleMisfits(settings),
  ].flat();
  return misfits.length === 0 ? { kind: 'ok', settings } : { kind: 'invalid', problems: misfits };
}

/** Returns a message if settings exclude each other. */
function misfitOf({ roles, databaseUrl, inbox }: Settings): string | null {
  if (roles.length === ROLES.length) return null;
  if (databaseUrl === null) {
    return (
      `RINGPOST_ROLES=${roles.join(',')} needs RINGPOST_DATABASE_URL: the embedded store belongs ` +
      'to one process, which must be api and worker both. Set the address of a PostgreSQL, or ' +
      'leave the roles out.'
    );
  }
  if (inbox !== 'on') return null;
  return (
    `RINGPOST_ROLES=${roles.join(',')} and RINGPOST_INBOX=on cannot stand together: what a ` +
    'worker sends to its own inbox, an api elsewhere cannot show. Leave one of them out.'
  );
}

/** A permit to send ends at once only in the thread that holds the lease. */
function threadMisfit({ senderThreads, databaseUrl }: Settings): string | null {
  if (databaseUrl === null || senderThreads === null || senderThreads === 0) return null;
  return (
    'RINGPOST_SENDER_THREADS is for the embedded store; with RINGPOST_DATABASE_URL start more ' +
    'workers instead. Leave one of them out.'
  );
}

/** The effective settings for operators: of a secret only whether it is set. */
export function describeSettings(settings: Settings): readonly (readonly [string, string])[] {
  return SETTING_NAMES.map((name) => {
    const definition: { readonly secret?: true; readonly fallbackText?: string } = SETTINGS[name];
    const value = settings[name];
    const unset = value === null || (Array.isArray(value) && value.length === 0);
    if (unset) return [environmentName(name), `(${definition.fallbackText ?? 'not set'})`];
    return [environmentName(name), definition.secret ? '(set, not shown)' : String(value)];
  });
}

function unknownNames(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(SETTING_NAMES.map(environmentName));
  return Object.keys(environment)
    .filter((name) => name.startsWith('RINGPOST_') && !known.has(name))
    .map((name) => `${name} is no setting of this version; known are ${[...known].join(', ')}`);
}
