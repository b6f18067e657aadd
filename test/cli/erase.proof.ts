/** `ringpost erase` on a running service: its messages for missing arguments and unknown jobs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { oneService } from './one-service.ts';

describe('ringpost erase', () => {
  const { command } = oneService();

  test('the command names what is missing', async () => {
    const none = await command('erase');
    assert.match(none.stderr, /Name one of --call, --client and --number/);
    const wrong = await command('erase', '--number', '123');
    assert.match(wrong.stderr, /Give 7 to 15 digits with the code of the country/);
    const unknown = await command('erase', '--receipt', 'blk_01M7WRXSYE000000009');
    assert.match(unknown.stderr, /no bulk job with this id/);
    for (const { code } of [none, wrong, unknown]) assert.equal(code, 1);
  });
});
