/**
 * Asks a service in another process again and again, with a rest between, until its answer is as a
 * test needs it. The number of tries is unbounded, since machines differ in speed. Prints what it
 * waits for, so that a test which its time limit ends says what did not come.
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
