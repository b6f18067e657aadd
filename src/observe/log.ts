/**
 * The log: lines on standard error through pino, as JSON or for a person to read. Only events of
 * `events.ts`, start, stop and failed requests are logged. Never a body, a header, a token, a key
 * or an address with its query; the redaction here is only the second safeguard.
 */
import { destination, type Logger, pino } from 'pino';

const REDACTED_PATHS = [
  'authorization',
  'token',
  'secret',
  'password',
  'privateKey',
  'masterKey',
  'apiKey',
  'body',
  'headers',
  '*.authorization',
  '*.token',
  '*.secret',
  '*.privateKey',
  '*.headers',
  '*.body',
];

/** `level`: silent, error, warn, info or debug; `format`: json or pretty. */
export function createLog(level: string, format = 'json'): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
      hooks: { streamWrite: format === 'pretty' ? readable : withoutUnseen },
    },
    destination({ dest: 2, sync: false }),
  );
}

/**
 * Characters that JSON leaves in a text, and that a terminal or a log shipper may act on: DEL and
 * C1 controls, marks that hide or turn characters, line separators. A call's id may contain some.
 */
const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The same JSON with these escaped. They occur only inside texts. */
function withoutUnseen(line: string): string {
  return line.replace(UNSEEN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

const PLAIN_WORD = /^[\p{L}\p{N}_.:/@+,-]+$/u;

/** `12:30:01.250 WARN  endpoint on hold after failures  endpointId=ep_1 untilMs=5` */
function readable(line: string): string {
  const { level, time, msg, name: _, ...rest } = JSON.parse(line);
  const facts = Object.entries(rest).map(([key, value]) => `${key}=${shown(value)}`);
  const at = new Date(time).toISOString().slice(11, 23);
  return `${[at, String(level).toUpperCase().padEnd(5), msg, '', ...facts].join(' ').trimEnd()}\n`;
}

/** A text that is not one plain word is quoted, so it is no other fact and moves no cursor. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return withoutUnseen(PLAIN_WORD.test(text) ? text : JSON.stringify(text));
}
