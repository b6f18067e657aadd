/**
 * The endpoint of `ringpost listen`: a given one, or one that is made for as long as the command
 * runs. One that a killed command left behind is removed by the next one on the same machine: its
 * name holds the number of the process.
 */
import type { Fields, ServiceClient } from '../apply/service-client.ts';

export interface ListenEndpoint {
  readonly id: string;
  readonly isOwn: boolean;
  /** Removes it if it was made for this command. */
  close(): Promise<void>;
}

export async function openListenEndpoint(
  client: ServiceClient,
  wish: {
    readonly given: string | null;
    readonly triggers: readonly string[];
    /** Of those that are made on this machine. */
    readonly name: string;
  },
): Promise<ListenEndpoint> {
  const { given, triggers, name } = wish;
  if (given !== null) {
    await client.get(`/v1/endpoints/${encodeURIComponent(given)}`);
    return { id: given, isOwn: false, close: async () => {} };
  }
  for (const left of await client.list('/v1/endpoints')) {
    if (isLeft(left, name)) await client.send('DELETE', `/v1/endpoints/${String(left.id)}`);
  }
  const made = await client.send('POST', '/v1/endpoints', {
    name: `${name}, process ${process.pid}`,
    kind: 'pull',
    triggers,
    auth: { method: 'rsa-sha256' },
  });
  const id = String(made.id);
  return {
    id,
    isOwn: true,
    close: async () => {
      await client.send('DELETE', `/v1/endpoints/${id}`);
    },
  };
}

function isLeft({ name, kind }: Fields, mine: string): boolean {
  if (kind !== 'pull' || typeof name !== 'string') return false;
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
