/**
 * The log: JSON lines on standard error through pino. Only events of `events.ts`, start, stop and
 * failed requests are logged. Never a body, a header, a token, a key or an address with its query;
 * the redaction here is only the second safeguard.
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

/** `level`: silent, error, warn, info or debug. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
      hooks: { streamWrite: withoutUnseen },
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
