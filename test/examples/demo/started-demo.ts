/** The demo as a process of its own, in a temporary folder. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../examples/demo/main.ts', import.meta.url));
const RUN_MS_MAX = 60_000;
export const COLUMNS_MAX = 100;

export function startDemo(t: TestContext, ...args: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'ringpost-demo-test-'));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, TMPDIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: RUN_MS_MAX,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return {
    child,
    ended,
    output: () => output,
    left: () => readdirSync(directory).filter((name) => name.startsWith('ringpost-demo-')),
  };
}

export async function printed(
  child: ChildProcess,
  output: () => string,
  text: string,
): Promise<void> {
  while (!output().includes(text)) {
    if (child.stdout === null) assert.fail('no output');
    await once(child.stdout, 'data');
  }
}

/** The lines in the frame with this title. */
export function frameOf(output: string, title: string): string {
  const frame = new RegExp(`\\n {2}┌ ${title} ─+\\n((?: {2}│ .*\\n)+) {2}└─+\\n`).exec(output);
  return frame?.[1] ?? '';
}

/** Resolves once no process listens there any more. */
export async function refuses(url: string): Promise<void> {
  let listens = true;
  while (listens) {
    listens = await new Promise<boolean>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.once('error', () => resolve(false));
      // After one answer the connection is idle: the service closes it when it stops.
      socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      socket.resume();
      socket.once('close', () => resolve(true));
    });
  }
}
