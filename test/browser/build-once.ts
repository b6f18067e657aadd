/**
 * Builds the dashboard if its sources have changed, once, however many test files start at the same
 * moment: the builder listens on a name of this folder, and the others wait until it closes. The
 * death of the builder closes it too.
 */
import { createHash } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDashboard, dashboardState } from '../../dashboard/build/dashboard.ts';

export async function buildDashboardOnce(): Promise<void> {
  while (dashboardState() !== 'current') {
    const lock = await takeLock();
    if (lock === null) {
      await lockReleased();
      continue;
    }
    try {
      if (dashboardState() !== 'current') buildDashboard();
    } finally {
      lock.letGo();
    }
  }
}

interface Lock {
  letGo(): void;
}

/** Null if another process has it. */
function takeLock(): Promise<Lock | null> {
  return new Promise((resolve, reject) => {
    const waiting = new Set<Socket>();
    const server = createServer((socket) => {
      waiting.add(socket.on('error', () => {}));
    });
    const letGo = (): void => {
      server.close();
      for (const socket of waiting) socket.destroy();
    };
    server.once('error', (error) => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(lockName(), () => resolve({ letGo }));
  });
}

/**
 * The connection stays open while the other process builds; its end, by any cause, ends the wait.
 */
function lockReleased(): Promise<void> {
  const socket = connect(lockName());
  socket.on('error', () => {});
  socket.resume();
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** On Linux an abstract name, so that no file is left behind. */
function lockName(): string {
  const folder = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 16);
  const name = `ringpost-build-${folder}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}
