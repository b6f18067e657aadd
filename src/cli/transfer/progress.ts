/**
 * Says on standard error how far an export or import is: at most one line in two seconds. Standard
 * output has the result alone.
 */
const EVERY_MS = 2_000;

export type Progress = (text: () => string) => void;

export function createProgress(command: string): Progress {
  let saidAtMs = performance.now();
  return (text) => {
    const nowMs = performance.now();
    if (nowMs - saidAtMs < EVERY_MS) return;
    saidAtMs = nowMs;
    process.stderr.write(`ringpost ${command}: ${text()}\n`);
  };
}

export function counted(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
