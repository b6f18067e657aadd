/**
 * How the example agent in Python is started: with openssl, or, if it is installed, with the
 * package cryptography. Python 3.9 or later is needed (Debian: python3); without it the tests fail.
 */
import { execFileSync } from 'node:child_process';
import type { AgentProgram } from './acw-agent-suite.ts';

const FLAGS = ['examples/acw-agent-python/agent.py'];

/** Throws a sentence that says what to install. */
export function pythonVersion(): string {
  try {
    return execFileSync('python3', ['--version'], { encoding: 'utf8' }).trim();
  } catch (cause) {
    throw new Error('Install python3 (3.9 or later): the example agent in Python is tested.', {
      cause,
    });
  }
}

function hasCryptography(): boolean {
  try {
    execFileSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const BY_OPENSSL: AgentProgram = {
  command: 'python3',
  flags: FLAGS,
  environment: { AGENT_USE_OPENSSL: '1' },
};
/** Null if the package is not installed. */
export const BY_CRYPTOGRAPHY: AgentProgram | null = hasCryptography()
  ? { command: 'python3', flags: FLAGS }
  : null;
