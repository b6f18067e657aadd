/**
 * Which of our processes opened a connection: the kernel's table says which socket has its port,
 * and the open files of each process which sockets it has. Linux only, as is the database of
 * these runs. Must be asked while the process lives; 0 means that it was gone already.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** `pids`: the number of each process to its pid. */
export function senderOf(remotePort: number, pids: ReadonlyMap<number, number>): number {
  const inode = inodeOf(remotePort);
  if (inode === null) return 0;
  const wanted = `socket:[${inode}]`;
  for (const [life, pid] of pids) if (hasFile(pid, wanted)) return life;
  return 0;
}

const ADDRESS_COLUMN = 1;
const INODE_COLUMN = 9;

/** Of the IPv4 socket on this machine whose own port it is. */
function inodeOf(port: number): string | null {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n')) {
    const columns = line.trim().split(/\s+/);
    if (columns[ADDRESS_COLUMN]?.endsWith(`:${hex}`) !== true) continue;
    const inode = columns[INODE_COLUMN];
    if (inode !== undefined && inode !== '0') return inode;
  }
  return null;
}

function hasFile(pid: number, wanted: string): boolean {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((name) => linkOf(`${folder}/${name}`) === wanted);
  } catch {
    // The process is gone.
    return false;
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    // Closed meanwhile.
    return null;
  }
}
