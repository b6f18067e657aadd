/**
 * What shows to other processes of this machine that a `ringpost listen` runs: a socket in the
 * directory of temporary files, under a random id. It answers as long as its process lives; that
 * of a killed process stays and refuses. Neither process numbers nor host names say as much: two
 * containers may share both.
 */
import { once } from 'node:events';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Returns what ends the sign. Rejects where there are no such sockets. */
export async function showSign(id: string): Promise<() => void> {
  const directory = directoryOfUser();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Another user could have made it, to say of a process that lives that it is gone.
  if ((await lstat(directory)).uid !== userInfo().uid) {
    throw new Error(`${directory} belongs to another user.`);
  }
  const server = createServer((socket) => socket.destroy());
  await once(server.listen(join(directory, id)), 'listening');
  server.unref();
  return () => server.close();
}

/** True only if a process of this machine and user showed the sign and was killed. */
export async function wasKilled(id: string): Promise<boolean> {
  if (!/^[0-9a-f]+$/.test(id)) return false;
  const directory = directoryOfUser();
  const owner = await lstat(directory).catch(() => null);
  if (owner?.uid !== userInfo().uid) return false;
  const socket = connect(join(directory, id));
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}

export async function removeSign(id: string): Promise<void> {
  await rm(join(directoryOfUser(), id), { force: true });
}

function directoryOfUser(): string {
  return join(tmpdir(), `ringpost-listen-${userInfo().uid}`);
}
