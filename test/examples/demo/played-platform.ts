/**
 * Plays one platform by the demo as a reader runs it: checks its output, and that nothing is left.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAYS } from '../../../examples/demo/platforms/plays.ts';
import { COLUMNS_MAX, startDemo } from './started-demo.ts';

export function testPlatform(name: string, shown: readonly RegExp[]): void {
  test(`the demo plays ${name} and says what each request became`, async (t) => {
    const { ended, output, left } = startDemo(t, '--platform', name);
    assert.equal(await ended, 0, output());
    for (const words of shown) assert.match(output(), words);
    const { steps } = PLAYS.get(name) ?? assert.fail(name);
    const said = `\nVerdict: ${steps.length + 1} requests, each became what its document says\n`;
    assert.ok(output().includes(said), output());
    assert.deepEqual(
      output()
        .split('\n')
        .filter((line) => line.length > COLUMNS_MAX),
      [],
    );
    assert.deepEqual(left(), []);
  });
}
