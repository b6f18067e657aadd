/**
 * The log: JSON lines on standard error through pino. Only events of `events.ts`, start, stop and
 * failed requests are logged. Never a body, a header, a token, a key or an address with its query;
 * the redaction here is the second fence, not the first.
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
    { level, base: null, redact: { paths: REDACTED_PATHS, censor: '[redacted]' } },
    destination({ dest: 2, sync: false }),
  );
}
