/**
 * The endpoint of `ringpost listen`: a given one, or one that is made for as long as the command
 * runs. One that a killed command left behind is removed by the next one on the same machine: its
 * name holds the number of the process.
 */
import { type Client, NotFoundError } from '../../../receiver/client/src/index.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';

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
    /** Of those that are made on this machine. */
    readonly name: string;
  },
): Promise<ListenEndpoint> {
  const { given, triggers, name } = wish;
  if (given !== null) {
    await client.getEndpoint({ path: { id: given } });
    return { id: given, isOwn: false, close: async () => {} };
  }
  for await (const left of client.each('listEndpoints')) {
    if (isLeft(left, name)) await client.deleteEndpoint({ path: { id: left.id } });
  }
  const { id } = await client.createEndpoint({
    body: {
      name: `${name}, process ${process.pid}`,
      kind: 'pull',
      triggers: [...triggers],
      auth: { method: 'rsa-sha256' },
    },
  });
  return {
    id,
    isOwn: true,
    close: async () => {
      await client.deleteEndpoint({ path: { id } }).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error;
      });
    },
  };
}

function isLeft(
  { name, kind }: { readonly name: string; readonly kind: string },
  mine: string,
): boolean {
  if (kind !== 'pull') return false;
  const [prefix, number] = name.split(', process ');
  return prefix === mine && number !== undefined && !isAlive(Number(number));
}

/** A process of another user is alive, too. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
