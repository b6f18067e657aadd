/** The counts of a run, and the documented replies and codes that it never reached. */
import { CATALOGUE } from '../../src/core/error/service-error.ts';
import type { Operation } from './document.ts';
import type { Seen } from './oracle.ts';

/** Codes that only a failing, full or stopping service gives; other suites cover them. */
export const CODES_OF_TROUBLE: readonly string[] = [
  'INTERNAL',
  'STORAGE_FULL',
  'STORAGE_UNAVAILABLE',
  'OVERLOADED',
  'NOT_READY',
  'SHUTTING_DOWN',
];
/**
 * Codes that need time, in this order: 15 seconds of a request, a minute of a run, a day of
 * retention, ten minutes since a password, two minutes after a crash. `test/http` covers them with
 * shorter bounds and its own clock.
 */
export const CODES_OF_TIME: readonly string[] = [
  'REQUEST_TIMEOUT',
  'ACW_RUN_CLOSED',
  'CALL_REMOVED',
  'REAUTHENTICATION_REQUIRED',
  'IDEMPOTENCY_KEY_LOST',
];
/**
 * No member here has an authenticator app, every request names the host that it is sent to, and
 * the key that reports is of a project without limits: `people/second-factor.test.ts` and
 * `instance-projects.test.ts` in `test/http/routes`, and `test/http/request/host-check.test.ts`
 * cover these answers.
 */
const CODES_ELSEWHERE: readonly string[] = [
  'SECOND_FACTOR_REQUIRED',
  'MISDIRECTED_REQUEST',
  'PROJECT_SUSPENDED',
  'PROJECT_LIMIT_REACHED',
];

const ELSEWHERE = '(no operation)';

/** The first owner exists before the first generated request. */
const BEFORE = 'completeSetup 2xx';

/**
 * Replies that need a code of an authenticator app, a passkey, or the link of a mail, which
 * generated requests cannot know: `test/http/routes/people/second-factor.test.ts`,
 * `passkeys.test.ts` and `email-changes.test.ts` cover them.
 */
const KNOWN_TO_PEOPLE: readonly string[] = [
  'signInWithCode 2xx',
  'confirmSecondFactor 2xx',
  'removeSecondFactor 2xx',
  'renewRecoveryCodes 2xx',
  'confirmEmailChange 2xx',
  'withdrawEmailChange 2xx',
  'confirmMemberEmail 2xx',
  'refuseMemberEmail 2xx',
  'removeMemberSecondFactor 2xx',
  'beginPasskey 2xx',
  'addPasskey 2xx',
  'removePasskey 2xx',
  'beginPasskeySignIn 2xx',
  'signInWithPasskey 2xx',
  'getSecondFactorMeans 2xx',
  'signInWithSecondPasskey 2xx',
  'beginPasskeyProof 2xx',
  'reauthenticateWithPasskey 2xx',
];

export class Tally {
  requests = 0;
  answers = 0;
  /** The number of answers by operation and status class. */
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #codes = new Map<string, number>();
  readonly #codesBy = new Map<string, Set<string>>();

  note({ operation, status, code }: Seen): void {
    this.answers += 1;
    const name = operation ?? ELSEWHERE;
    const classes = this.#counts.get(name) ?? new Map<string, number>();
    this.#counts.set(name, classes);
    const kind = `${String(status).charAt(0)}xx`;
    classes.set(kind, (classes.get(kind) ?? 0) + 1);
    if (code === null) return;
    this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1);
    this.#codesBy.set(name, (this.#codesBy.get(name) ?? new Set()).add(code));
  }

  /** Codes of the catalogue that no answer had, except those that other suites cover. */
  missingCodes(): readonly string[] {
    const away = [...CODES_OF_TROUBLE, ...CODES_OF_TIME, ...CODES_ELSEWHERE];
    return Object.keys(CATALOGUE).filter((code) => !this.#codes.has(code) && !away.includes(code));
  }

  /** Documented replies, as `operation 2xx`, that no answer had; without 5xx. */
  missingReplies(operations: readonly Operation[]): readonly string[] {
    return operations
      .flatMap(({ id, replies }) => {
        const seen = this.#counts.get(id);
        const wanted = new Set([...replies.keys()].map((status) => `${status.charAt(0)}xx`));
        wanted.delete('5xx');
        return [...wanted].filter((kind) => !seen?.has(kind)).map((kind) => `${id} ${kind}`);
      })
      .filter((reply) => reply !== BEFORE && !KNOWN_TO_PEOPLE.includes(reply));
  }

  lines(): readonly string[] {
    const rows = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    const codes = [...this.#codes].sort(([, a], [, b]) => b - a);
    return [
      ...rows.map(([name, classes]) => {
        const counts = ['2xx', '3xx', '4xx', '5xx'].map((kind) =>
          String(classes.get(kind) ?? 0).padStart(7),
        );
        return `${name.padEnd(20)} 2xx 3xx 4xx 5xx ${counts.join('')}  ${this.#codesOf(name)}`;
      }),
      `codes: ${codes.map(([code, count]) => `${code} ${count}`).join(', ')}`,
    ];
  }

  #codesOf(name: string): string {
    return `${this.#codesBy.get(name)?.size ?? 0} codes`;
  }
}
