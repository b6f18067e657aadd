/**
 * Runs a command of another language's package, with a time limit, and keeps the end of its output.
 * Starts servers in the same way; the caller ends them.
 */
import { type ChildProcess, spawn } from 'node:child_process';

const OUTPUT_CHARACTERS = 16_000;

export interface Surroundings {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Ended {
  /** Null if a signal ended it, or the program is missing. */
  readonly exitCode: number | null;
  readonly output: string;
}

export async function runCommand(
  [program = '', ...words]: readonly string[],
  { cwd, environment }: Surroundings,
  msMax: number,
): Promise<Ended> {
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = outputOf(child);
  const timer = setTimeout(() => end(child), msMax);
  try {
    const exitCode = await endOf(child);
    return { exitCode, output: output() };
  } finally {
    clearTimeout(timer);
  }
}

export interface RunningServer {
  readonly port: number;
  output(): string;
  stop(): Promise<void>;
}

/** Resolves when it prints `listening on PORT`; rejects with its output if it ends first. */
export async function startServer(
  [program = '', ...words]: readonly string[],
  { cwd, environment }: Surroundings,
): Promise<RunningServer> {
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  process.once('exit', () => end(child));
  const output = outputOf(child);
  const ended = endOf(child);
  const port = new Promise<number>((resolve, reject) => {
    const look = (): void => {
      const found = /listening on (\d+)/.exec(output())?.[1];
      if (found !== undefined) resolve(Number(found));
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    ended.then(() => reject(new Error(`the server ended:\n${output()}`)));
  });
  const stop = async (): Promise<void> => {
    end(child);
    await ended;
  };
  return { port: await port, output, stop };
}

function outputOf(child: ChildProcess): () => string {
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = `${output}${chunk}`.slice(-OUTPUT_CHARACTERS);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => output;
}

/** Its exit code; null if a signal ended it, or it could not be started. */
function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', () => resolve(null));
  });
}

/** Ends the whole process group: compilers and interpreters start processes of their own. */
function end(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
