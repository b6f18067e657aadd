/**
 * All hostile receivers, or as many honest ones in their places, in a process of their own, so that
 * their load does not slow down the healthy receiver and the measurement. Sends their URLs to its
 * parent process, and ends with it.
 */
import { argv } from 'node:process';
import { type HostileCase, saying } from '../channel/hostile-case.ts';
import { startHostile } from '../channel/hostile-server.ts';
import { hostileCases } from '../channel/hostile-table.ts';
import { OK } from '../channel/raw-receiver.ts';

/** `honest` is the control: only the answers differ. */
export type Crowd = 'honest' | 'hostile';

export interface Target {
  readonly what: string;
  readonly url: string;
}

const honest = argv[2] === ('honest' satisfies Crowd);
const targets: Target[] = [];
for (const [index, row] of hostileCases('http://127.0.0.1:9/').filter(isDistinct).entries()) {
  // Of the cases that work with and without TLS, every second one uses TLS.
  const scheme = row.over[index % row.over.length] ?? 'http';
  const forEver = { after: () => {} };
  const act = honest ? saying(OK) : row.act;
  const { port } = await startHostile(forEver, scheme, act, Number.POSITIVE_INFINITY);
  targets.push({ what: row.what, url: `${scheme}://127.0.0.1:${port}/` });
}
process.once('disconnect', () => process.exit());
process.send?.(targets);

/** Leaves out redirects with other statuses, because a project has at most 200 endpoints. */
function isDistinct({ what }: HostileCase): boolean {
  return !/^answers 30[1378] to/.test(what);
}
