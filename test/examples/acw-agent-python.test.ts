/**
 * The example agent in Python, by openssl and, where it is installed, by the package cryptography.
 * Python 3.9 or later is needed to run these tests (Debian: python3); without it they fail.
 */
import { execFileSync } from 'node:child_process';
import { testJourney } from './acw-agent-journey.ts';
import { type AgentProgram, testAgent } from './acw-agent-suite.ts';

const FLAGS = ['examples/acw-agent-python/agent.py'];

/** Throws a sentence that says what to install. */
function pythonVersion(): string {
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

const version = pythonVersion();
const BY_OPENSSL: AgentProgram = {
  command: 'python3',
  flags: FLAGS,
  environment: { AGENT_USE_OPENSSL: '1' },
};
testAgent(`${version}, openssl`, BY_OPENSSL);
testJourney(`${version}, openssl`, BY_OPENSSL);
if (hasCryptography()) testAgent(`${version}, cryptography`, { command: 'python3', flags: FLAGS });
