/**
 * Asks a service in another process until its answer is as a test needs it, with a rest between two
 * questions and no number of tries: how long it takes is the machine's matter. What is awaited is
 * printed, so that a test which is ended by its time limit says what did not come.
 */
import { pause } from '../crash/pause.ts';

const REST_MS = 50;

export async function askUntil<Value>(
  what: string,
  ask: () => Promise<Value>,
  isSo: (value: Value) => boolean,
): Promise<Value> {
  console.log(`waits for ${what}`);
  for (;;) {
    const value = await ask();
    if (isSo(value)) return value;
    await pause(REST_MS);
  }
}
