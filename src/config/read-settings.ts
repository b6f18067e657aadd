/**
 * Reads all settings once: a flag takes precedence over the environment, that over the settings
 * file, that over the default (S14.2). Says of each where it comes from, and reports every problem
 * together, so that an operator can correct all of them at once.
 */
import { readFileSync } from 'node:fs';
import { messageOf } from '../core/error/service-error.ts';
import { mailMisfits } from './mail-setting.ts';
import { modelMisfits } from './model-setting.ts';
import { peopleMisfits } from './people-setting.ts';
import { CONFIG_NAME, fileName, isServiceAddress, nameWarnings } from './setting-name.ts';
import {
  environmentName,
  ROLES,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type Settings,
} from './settings.ts';
import { type FileTexts, readConfigFile } from './settings-file.ts';
import { traceMisfits } from './trace-setting.ts';

/** Where the value of a setting comes from. */
export interface Origin {
  readonly from: 'flag' | 'environment' | 'file' | 'default';
  /** Such as `--port`, `RINGPOST_PORT` or `RINGPOST_API_KEY_FILE`; null for a default. */
  readonly name: string | null;
}

export interface ReadSettings {
  readonly kind: 'ok';
  readonly settings: Settings;
  readonly origins: Readonly<Record<SettingName, Origin>>;
  /** The path of the settings file, if there is one. */
  readonly config: string | null;
  /** One sentence each: what was ignored, and what is unsafe. */
  readonly warnings: readonly string[];
}

export type SettingsResult =
  | ReadSettings
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

type Texts = Readonly<Record<string, string | undefined>>;

/** `flags`: texts by setting name, and the path of `--config`. `environment`: of the process. */
export function readSettings(
  flags: Readonly<Partial<Record<SettingName | 'config', string>>>,
  environment: Texts,
): SettingsResult {
  const config = flags.config ?? (environment[CONFIG_NAME] || null);
  const file: FileTexts =
    config === null ? { texts: {}, problems: [], warnings: [] } : readConfigFile(config);
  const problems = [...file.problems];
  const values: Partial<Record<SettingName, unknown>> = {};
  const origins: Partial<Record<SettingName, Origin>> = {};
  for (const name of SETTING_NAMES) {
    try {
      const { text, where, ...origin } =
        ofFlag(name, flags[name]) ??
        ofTexts(name, 'environment', environment, '') ??
        ofTexts(name, 'file', file.texts, ` in ${config}`) ??
        DEFAULT;
      origins[name] = origin;
      values[name] =
        text === '' ? SETTINGS[name].fallback : told(where, () => SETTINGS[name].read(text));
    } catch (error) {
      problems.push(messageOf(error));
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
    ...traceMisfits(settings),
    ...peopleMisfits(settings),
  ].flat();
  if (misfits.length > 0) return { kind: 'invalid', problems: misfits };
  const warnings = [...nameWarnings(environment), ...file.warnings];
  // Every name has an origin, too.
  return { kind: 'ok', settings, origins: origins as ReadSettings['origins'], config, warnings };
}

/** A text that was given, its place as the subject of a sentence, and whence it came. */
interface Given extends Origin {
  readonly text: string;
  readonly where: string;
}

const DEFAULT: Given = { text: '', where: '', from: 'default', name: null };

/** An empty flag asks for the default. */
function ofFlag(name: SettingName, text: string | undefined): Given | null {
  if (text === undefined) return null;
  if (text === '') return DEFAULT;
  const flag = `--${SETTINGS[name].flag}`;
  return { text, where: flag, from: 'flag', name: flag };
}

/** The value itself, or that of the file which `..._FILE` names; an empty text is none. */
function ofTexts(
  name: SettingName,
  from: 'environment' | 'file',
  texts: Texts,
  place: string,
): Given | null {
  const own = environmentName(name);
  const given = texts[own] ?? '';
  const text = from === 'environment' && isServiceAddress(own, given) ? '' : given;
  const fileOf = fileName(name);
  const path = fileOf === null ? '' : (texts[fileOf] ?? '');
  if (fileOf === null || path === '') {
    return text === '' ? null : { text, where: `${own}${place}`, from, name: own };
  }
  if (text !== '') throw new Error(`${own} and ${fileOf}${place} are both set: leave one out`);
  const where = `the file of ${fileOf}${place}`;
  return { text: told(where, () => secretIn(path)), where, from, name: fileOf };
}

/** Without the end of its last line, which editors and `echo` add. */
function secretIn(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(`cannot be read (${code}): ${path}`);
  }
  if (text === '') throw new Error(`is empty: ${path}`);
  return text;
}

function told<Value>(where: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new Error(`${where} ${messageOf(error)}`);
  }
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
