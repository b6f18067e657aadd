/**
 * What the service refused, as it says it (RFC 9457). Each code has a class of its own in
 * `generated.ts`; a code that this version does not know is an `ApiError`.
 */

/** A JSON pointer into the body, or `query.limit`, `path.callId`, ... */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

export interface ApiProblem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string | null;
  readonly errors: readonly FieldProblem[];
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly errors: readonly FieldProblem[];

  constructor({ status, code, detail, requestId, errors }: ApiProblem) {
    super(detail);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.errors = errors;
  }
}

/** The service did not answer, after all tries. */
export class ConnectionError extends Error {
  constructor(url: string, cause: unknown) {
    super(`The service at ${url} does not answer (${reasonOf(cause)}).`, { cause });
    this.name = 'ConnectionError';
  }
}

/** Such as ECONNREFUSED; `fetch` hides it as the cause of its error. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error ? (error.cause ?? error) : error;
  if (!(inner instanceof Error)) return String(inner);
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message;
}
