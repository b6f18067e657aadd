/**
 * The moment that samples say they were fired at. One for this tab and an hour, so that a preview
 * and the test that follows it have the same bytes, also after a reload.
 */

const KEY = 'ringpost.sample-at';
const KEPT_MS = 3_600_000;

/** ISO 8601. */
export function sampleMoment(nowMs: number): string {
  const kept = Date.parse(read() ?? '');
  if (nowMs - kept >= 0 && nowMs - kept < KEPT_MS) return new Date(kept).toISOString();
  const fresh = new Date(nowMs).toISOString();
  write(fresh);
  return fresh;
}

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return memory;
  }
}

let memory: string | null = null;

function write(iso: string): void {
  memory = iso;
  try {
    sessionStorage.setItem(KEY, iso);
  } catch {
    // Without storage the moment lasts as long as the page.
  }
}
