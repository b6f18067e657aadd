/**
 * The reports of a test process to the runner: one line of JSON for each test that ended. A test
 * that failed only because a test inside it failed is left out: the inner one is reported.
 */

import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

export interface Told {
  readonly file: string;
  readonly name: string;
  readonly ms: number;
  readonly outermost: boolean;
  readonly skipped: boolean;
  /** Null if the test passed. */
  readonly failure: string | null;
}

// biome-ignore lint/style/noDefaultExport: `node --test` takes a reporter from there
export default async function* report(source: AsyncIterable<TestEvent>): AsyncIterable<string> {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const error = type === 'test:fail' ? data.details.error : null;
    if (error !== null && 'failureType' in error && error.failureType === 'subtestsFailed')
      continue;
    const told: Told = {
      file: data.file ?? '',
      name: data.name,
      ms: data.details.duration_ms,
      outermost: data.nesting === 0,
      skipped: data.skip !== undefined && data.skip !== false,
      failure:
        error === null ? null : `${data.file}:${data.line}\n${inspect(error.cause ?? error)}`,
    };
    yield `${JSON.stringify(told)}\n`;
  }
}
