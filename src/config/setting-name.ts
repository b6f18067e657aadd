/**
 * The `RINGPOST_` names of an environment: settings, files of secrets, and what others set. A
 * Kubernetes Service named ringpost, and the programs of a customer, share the prefix; they must
 * not stop a start. A name that nothing knows may be a slip, so a warning names the nearest one.
 * Must never repeat a value.
 */
import { environmentName, SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';

/** The path of the settings file; the flag is `--config`. */
export const CONFIG_NAME = 'RINGPOST_CONFIG';

/** Null: the setting is no secret, and has no such name. */
export function fileName(name: SettingName): string | null {
  const definition: { readonly secret?: true } = SETTINGS[name];
  return definition.secret ? `${environmentName(name)}_FILE` : null;
}

const SECRET_NAMES = new Set(
  SETTING_NAMES.filter((name) => fileName(name) !== null).map(environmentName),
);

export function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(name);
}

/** All that a settings file may name. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(
  SETTING_NAMES.flatMap((name) => [environmentName(name), fileName(name) ?? []].flat()),
);

/** Of programs that call the service, as in examples/acw-agent. */
const OF_CLIENTS = new Set([
  'RINGPOST_URL',
  'RINGPOST_PROJECT',
  'RINGPOST_TOKEN',
  'RINGPOST_JWKS_URL',
]);

/** What Kubernetes sets for each Service of the namespace named ringpost or ringpost-x. */
const OF_SERVICES = [
  /^RINGPOST_(?:\w+_)?SERVICE_(?:HOST|PORT)(?:_\w+)?$/,
  /^RINGPOST_(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/,
];
const SERVICE_ADDRESS = /^(?:tcp|udp|sctp):\/\/(?:[\d.]+|\[[\da-f:.]+\]):\d{1,5}$/i;

/** `RINGPOST_PORT=tcp://10.0.0.1:8080` is no port that an operator gave. */
export function isServiceAddress(name: string, text: string): boolean {
  return name.endsWith('_PORT') && SERVICE_ADDRESS.test(text);
}

/** One sentence for each name that a start ignores and an operator may have meant. */
export function nameWarnings(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const given = Object.entries(environment).filter(
    ([name, text]) => name.startsWith(PREFIX) && text !== undefined,
  );
  return given.flatMap(([name, text = '']) => {
    if (isServiceAddress(name, text)) {
      return KNOWN_NAMES.has(name) ? [`${name} ${SERVICE_ADVICE}`] : [];
    }
    if (name === CONFIG_NAME || KNOWN_NAMES.has(name) || OF_CLIENTS.has(name)) return [];
    if (name.startsWith('RINGPOST_SERVICE_')) return [];
    if (OF_SERVICES.some((form) => form.test(name))) return [];
    return [`${name} is no setting of this version and is ignored${nearestName(name)}.`];
  });
}

const SERVICE_ADVICE =
  'holds the address of a Kubernetes Service, not a port, and is ignored. To keep such variables ' +
  'out, set enableServiceLinks: false on the pod.';

/** `; did you mean RINGPOST_PORT`, or where to find the names if none is near. */
export function nearestName(name: string): string {
  const ranked = [...KNOWN_NAMES, CONFIG_NAME].map((known) => ({
    known,
    distance: editDistance(name.slice(0, LENGTH_MAX), known),
  }));
  ranked.sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  const editsMax = Math.max(EDITS, Math.floor((name.length - PREFIX.length) / 2));
  return best !== undefined && best.distance <= editsMax
    ? `; did you mean ${best.known}`
    : '; `ringpost config` lists those that there are';
}

/** Longer than every name, so a name of any length costs the same. */
const LENGTH_MAX = 64;
const PREFIX = 'RINGPOST_';
/** Two letters that changed places; in a longer name up to half of it, as a word left out. */
const EDITS = 2;

/** Levenshtein: letters to add, remove or change. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const changed = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
