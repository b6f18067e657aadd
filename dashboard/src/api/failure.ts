/**
 * The failure of a request as the page shows it: a sentence that says what to do, the status, the
 * code of the error reference, the request's id and the wrong fields. Status 0: there was no
 * answer.
 */

export interface FieldFault {
  /** JSON pointer into the body (`/auth/token`), or `query.x`, `path.x`. */
  readonly field: string;
  readonly message: string;
}

interface FailureParts {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId?: string | null;
  readonly fields?: readonly FieldFault[];
  readonly retryAfterS?: number | null;
  readonly body?: Readonly<Record<string, unknown>>;
}

export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** Finds the request in the service's log. */
  readonly requestId: string | null;
  readonly fields: readonly FieldFault[];
  readonly retryAfterS: number | null;
  /** The whole problem, for what a code brings besides. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(parts: FailureParts) {
    super(parts.message);
    this.name = 'ApiFailure';
    this.status = parts.status;
    this.code = parts.code;
    this.requestId = parts.requestId ?? null;
    this.fields = parts.fields ?? [];
    this.retryAfterS = parts.retryAfterS ?? null;
    this.body = parts.body ?? {};
  }
}

/** The failure of a refused request: the problem's own detail, or a sentence for the status. */
export function failureOf(
  status: number,
  body: unknown,
  retryAfter: string | null = null,
): ApiFailure {
  const problem = isRecord(body) ? body : {};
  const text = (key: string): string | null => {
    const value = problem[key];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ApiFailure({
    status,
    code: text('code') ?? 'UNKNOWN',
    message: text('detail') ?? text('title') ?? `HTTP ${status}`,
    requestId: text('requestId'),
    fields: fieldsOf(problem.errors),
    retryAfterS: Number.isFinite(seconds) ? seconds : null,
    body: problem,
  });
}

/**
 * The failure if a proxy, a network's sign-in page or a cut connection answered in place of the
 * service.
 */
export function malformed(status: number): ApiFailure {
  return new ApiFailure({ status, code: 'MALFORMED', message: 'MALFORMED' });
}

const GATEWAY: readonly number[] = [502, 503, 504];

/**
 * True if the request or its answer was lost on the way, so that another try may succeed. A 503
 * from the service itself carries a code of its own and is not meant.
 */
export function isOnTheWay(error: Error | null): boolean {
  if (!(error instanceof ApiFailure)) return false;
  const { status, code } = error;
  return status === 0 || code === 'MALFORMED' || (GATEWAY.includes(status) && code === 'UNKNOWN');
}

/** The password was right; the code of the second factor is missing. */
export function isCodeMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'SECOND_FACTOR_REQUIRED';
}

/** A session that ended is asked for again; it is no error of the page. */
export function isSignedOut(error: Error | null): boolean {
  return error instanceof ApiFailure && error.status === 401;
}

function fieldsOf(value: unknown): readonly FieldFault[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!isRecord(entry)) return [];
    const { field, message } = entry;
    return typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : [];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
