/**
 * The endpoint of `ringpost listen`: a given one, or one that is made for as long as the command
 * runs. One that a killed command left behind is removed by the next one on the same machine. One
 * of which this machine knows nothing may be in use elsewhere: it is never removed.
 */
import { randomBytes } from 'node:crypto';
import { type Client, NotFoundError } from '../../../receiver/client/src/index.ts';
import { messageOf } from '../../core/error/service-error.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import { removeSign, showSign, wasKilled } from './life-sign.ts';

export interface ListenEndpoint {
  readonly id: string;
  readonly isOwn: boolean;
  /** Removes it if it was made for this command. */
  close(): Promise<void>;
}

export async function openListenEndpoint(
  client: Client,
  wish: {
    readonly given: string | null;
    readonly triggers: readonly Trigger[];
    /** Of those that are made on machines of this name. */
    readonly name: string;
    readonly say: (line: string) => void;
  },
): Promise<ListenEndpoint> {
  const { given, triggers, name, say } = wish;
  if (given !== null) {
    await client.getEndpoint({ path: { id: given } });
    return { id: given, isOwn: false, close: async () => {} };
  }
  for await (const left of client.each('listEndpoints')) {
    const sign = left.kind === 'pull' ? signIn(left.name, name) : null;
    if (sign === null || !(await wasKilled(sign))) continue;
    await removeEndpoint(client, left.id);
    await removeSign(sign);
  }
  const sign = randomBytes(8).toString('hex');
  const endSign = await showSign(sign).catch((error: unknown) => {
    say(`if this is killed, delete its endpoint yourself: ${messageOf(error)}`);
    return () => {};
  });
  try {
    const { id } = await client.createEndpoint({
      body: {
        name: `${name}, ${sign}`,
        kind: 'pull',
        triggers: [...triggers],
        auth: { method: 'rsa-sha256' },
      },
    });
    return {
      id,
      isOwn: true,
      close: async () => {
        await removeEndpoint(client, id);
        endSign();
      },
    };
  } catch (error) {
    endSign();
    throw error;
  }
}

/** What follows the name of the command in the name of the endpoint. */
function signIn(full: string, name: string): string | null {
  return full.startsWith(`${name}, `) ? full.slice(name.length + 2) : null;
}

async function removeEndpoint(client: Client, id: string): Promise<void> {
  await client.deleteEndpoint({ path: { id } }).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
}
