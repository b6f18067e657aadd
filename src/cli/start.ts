/**
 * `ringpost start`: composes the service, prints its address, and stops it gracefully on SIGTERM or
 * SIGINT. A second signal ends the process at once: this loses nothing that was acknowledged, and
 * the next start repeats attempts in flight.
 */
import { compose } from '../compose.ts';
import type { ReadSettings } from '../config/read-settings.ts';
import { environmentName, SETTING_NAMES, type Settings } from '../config/settings.ts';
import { messageOf } from '../core/error/service-error.ts';
import { createLog } from '../observe/log.ts';
import { LOG_LINES, say } from '../observe/log-lines.ts';
import { collectAfterStart } from '../thread/collect-after-start.ts';
import type { Asked } from './asked.ts';
import { VERSION } from './version.ts';

export async function runStart(
  settings: Settings,
  _asked: Asked,
  read: ReadSettings,
): Promise<void> {
  const { warnings } = read;
  const log = createLog(settings.logLevel, settings.logFormat);
  for (const text of warnings) say(log, LOG_LINES.doubtful, {}, text);
  const node = process.version;
  const { databaseUrl, roles } = settings;
  const store = databaseUrl === null ? 'sqlite' : 'postgres';
  say(log, LOG_LINES.starting, { version: VERSION, node, store, roles, ...setBy(read) });
  let ringpost: Awaited<ReturnType<typeof compose>>;
  try {
    ringpost = await compose(settings, endAtOnce);
  } catch (error) {
    process.stderr.write(`ringpost: ${sentenceOf(error, settings)}\n`);
    process.exitCode = 1;
    return;
  }
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    ringpost.stop().then(
      () => {
        process.stdout.write('ringpost stopped\n');
        process.exit(0);
      },
      (error) => {
        process.stderr.write(`ringpost: the stop failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Printed last, because a program that reads this line may stop the service at once.
  if (ringpost.firstKey !== null) {
    process.stdout.write(
      `ringpost made the first API key; it is shown only now: ${ringpost.firstKey}\n`,
    );
  }
  if (ringpost.setupLink !== null) {
    process.stdout.write(
      'ringpost has no owner yet; make the first one, once, within 24 hours, at: ' +
        `${ringpost.setupLink}\n`,
    );
  }
  const [role, other] = settings.roles;
  const as = other === undefined ? `, as ${role} only` : '';
  process.stdout.write(`ringpost ready on ${ringpost.url}${as}\n`);
  collectAfterStart();
}

/** Which settings were set where; no value, since some are secrets. */
function setBy({ origins, config }: ReadSettings) {
  const names = SETTING_NAMES.filter((name) => origins[name].from !== 'default');
  const settings = Object.fromEntries(
    names.map((name) => [environmentName(name), origins[name].from]),
  );
  return { settings, ...(config === null ? {} : { config }) };
}

/** The operator's supervisor starts a new process, which finds everything acknowledged on disk. */
function endAtOnce(detail: string): void {
  process.stderr.write(`ringpost: ${detail}; ending, because only a new start can go on\n`);
  process.exit(1);
}

/**
 * npm keeps a flag for itself unless -- stands before it. The suggested port skips one, because a
 * service on the default port has its local inbox on the next one.
 */
const PORT_FORMS = '`npm start -- --port 8090` or `RINGPOST_PORT=8090 npm start`';
export const ANOTHER_PORT = `choose another, as in ${PORT_FORMS}`;

/** The cause and what to do, as one sentence for known errors. */
function sentenceOf(error: unknown, settings: Settings): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    const isMetrics =
      error instanceof Error && 'port' in error && error.port === settings.metricsPort;
    if (isMetrics)
      return `port ${settings.metricsPort} is in use; choose another RINGPOST_METRICS_PORT`;
    return `port ${settings.port} on ${settings.host} is in use; ${ANOTHER_PORT}`;
  }
  if (code === 'EACCES' && settings.port > 0 && settings.port < 1_024) {
    return `port ${settings.port} needs more rights; choose one from 1024 on: ${PORT_FORMS}`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `this machine has no address ${settings.host}; choose another RINGPOST_HOST`;
  }
  return messageOf(error);
}
