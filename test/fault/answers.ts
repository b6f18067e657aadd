/**
 * What the APIs answer to reports while things fail: 503 with Retry-After is right, every other
 * 5xx is not.
 */
export class Answers {
  refusals = 0;
  slowestMs = 0;
  /** The answers that are faults, as sentences. */
  readonly wrong: string[] = [];

  note({ status, headers }: Pick<Response, 'status' | 'headers'>, afterMs: number): void {
    this.slowestMs = Math.max(this.slowestMs, afterMs);
    if (status < 500) return;
    const after = headers.get('retry-after');
    if (status === 503 && Number(after) >= 1) this.refusals += 1;
    else this.wrong.push(`${status}, retry-after ${after}`);
  }
}
