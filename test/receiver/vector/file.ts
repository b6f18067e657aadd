/**
 * The files of `receiver/vectors/`, made from the cases beside this file. `make.ts` writes them,
 * and a test compares them with the committed ones.
 */
import { CALL_LOG_CASES } from './call-log-cases.ts';
import { KEY_SET_CASES } from './key-set-cases.ts';
import { ORDER_CASES } from './order-cases.ts';
import { publicJwk } from './request.ts';
import { verifyFiles } from './verify-cases.ts';

export const VECTOR_FOLDER = new URL('../../../receiver/vectors/', import.meta.url);

/** By file name. */
export async function vectorFiles(): Promise<Readonly<Record<string, string>>> {
  const keys = {
    first: publicJwk('first'),
    second: publicJwk('second'),
    other: publicJwk('other'),
  };
  const files: [string, object][] = Object.entries(await verifyFiles()).map(
    ([name, { about, cases }]) => [`${name}.json`, { kind: 'verify', about, keys, cases }],
  );
  files.push(
    ['order.json', { kind: 'order', about: 'each webhook once, in order', cases: ORDER_CASES }],
    ['key-set.json', { kind: 'key-set', about: 'fetching the keys', cases: KEY_SET_CASES }],
    ['call-log.json', { kind: 'call-log', about: 'reading a call log', cases: CALL_LOG_CASES }],
  );
  return Object.fromEntries(
    files.map(([name, content]) => [name, `${JSON.stringify(content, null, 1)}\n`]),
  );
}
