/**
 * The checks of `ringpost doctor` for PostgreSQL: whether a start would work, the schema, the
 * master key, the clocks, and whether the server allows enough connections for a process.
 */
import { assertMasterKey, fits } from '../compose/unlock.ts';
import type { Settings } from '../config/settings.ts';
import { messageOf } from '../core/error/service-error.ts';
import { type Preflight, preflight } from '../store/postgres/server/preflight.ts';
import { CONNECTIONS } from '../store/postgres/server/server-check.ts';
import { type Check, good as wellNamed, wrong as wrongNamed } from './check.ts';

/**
 * Each worker computes due times with its own machine's clock, so retries shift by this difference.
 */
const CLOCKS_APART_MS_MAX = 1_000;

const good = (text: string): Check => wellNamed('database', text);
const wrong = (text: string): Check => wrongNamed('database', text);

export async function checkDatabase(settings: Settings, url: string): Promise<readonly Check[]> {
  try {
    const found = await preflight(url);
    return [
      good(`PostgreSQL ${found.version} at ${found.place} takes writes and keeps what it confirms`),
      good(schemaOf(found)),
      checkKey(settings, found),
      checkClock(found),
      checkRoom(found),
      good(`max_locks_per_transaction is ${found.locksPerTransaction}`),
      ...found.warnings.map(wrong),
    ];
  } catch (error) {
    return [wrong(messageOf(error)), ...keyAlone(settings)];
  }
}

function schemaOf({ schema: { present, known } }: Preflight): string {
  if (present === 0)
    return `schema: none yet; a start or \`ringpost migrate\` makes version ${known}`;
  if (present < known)
    return `schema ${present}; a start or \`ringpost migrate\` makes it ${known}`;
  return present === known
    ? `schema ${present} is what this version wants`
    : `schema ${present} is of a newer version, and this one (${known}) works with it`;
}

function checkKey(settings: Settings, { keyCheck }: Preflight): Check {
  try {
    assertMasterKey(settings);
    if (keyCheck === null) return good('the master key is there; the first start keeps its check');
    return fits(settings, keyCheck)
      ? good('the master key is the one of this database')
      : wrong('the master key is not the one of this database; give it the one that others have');
  } catch (error) {
    return wrong(messageOf(error));
  }
}

/** If the database does not answer, this check can still tell whether there is a key. */
function keyAlone(settings: Settings): readonly Check[] {
  try {
    assertMasterKey(settings);
    return [];
  } catch (error) {
    return [wrong(messageOf(error))];
  }
}

function checkClock({ clock: { aheadMs, withinMs } }: Preflight): Check {
  const apart = `its clock is ${Math.abs(aheadMs)} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} ours`;
  const shown = `${apart} (known within ${Math.ceil(withinMs)} ms)`;
  return Math.abs(aheadMs) - withinMs <= CLOCKS_APART_MS_MAX
    ? good(shown)
    : wrong(`${shown}; let NTP set both, or retries come early or late by so much`);
}

function checkRoom({ connections: { most, used } }: Preflight): Check {
  const inUse = `${used} of ${most} connections are in use`;
  const shown = `${inUse}, and a process opens up to ${CONNECTIONS}`;
  return most - used >= CONNECTIONS
    ? good(shown)
    : wrong(`${shown}; raise max_connections, or run fewer processes`);
}
