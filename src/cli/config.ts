/**
 * `ringpost config [--json]`: every setting that holds and where it comes from, for a look before a
 * start. Reads what a start would read, connects to nothing, and shows of a secret only whether it
 * is set.
 */
import { describeSettings, type Origin, type ReadSettings } from '../config/read-settings.ts';
import { environmentName, SETTING_NAMES, SETTINGS, type Settings } from '../config/settings.ts';
import type { Asked } from './asked.ts';

export async function runConfig(
  settings: Settings,
  { flags }: Asked,
  read: ReadSettings,
): Promise<void> {
  process.stdout.write(flags.json === true ? `${asJson(settings, read)}\n` : asLines(read));
}

function asLines({ settings, origins, config }: ReadSettings): string {
  const shown = new Map(describeSettings(settings));
  const lines = SETTING_NAMES.map((name) => {
    const own = environmentName(name);
    return `${own} = ${shown.get(own)}  [${placeOf(origins[name], own, config)}]\n`;
  });
  return lines.join('');
}

function placeOf({ from, name }: Origin, own: string, config: string | null): string {
  if (from === 'flag') return `flag ${name}`;
  const by = name === null || name === own ? '' : ` ${name}`;
  return from === 'file' ? `file ${config}${by}` : `${from}${by}`;
}

function asJson(settings: Settings, { origins, config, warnings }: ReadSettings): string {
  const all = SETTING_NAMES.map((name) => {
    const secret = 'secret' in SETTINGS[name];
    const isSet = settings[name] !== null;
    const value = secret ? { secret, isSet } : { value: settings[name] };
    return [environmentName(name), { ...value, ...origins[name] }] as const;
  });
  return JSON.stringify({ config, settings: Object.fromEntries(all), warnings });
}
