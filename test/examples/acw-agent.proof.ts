/**
 * The example agents in both languages, each against the real service, and against a simulated one:
 * there the agent in Python verifies by openssl, and with the package cryptography if it is
 * installed. `acw-agent.test.ts` tests which launches the one in TypeScript accepts.
 */
import { testJourney } from './acw-agent-journey.ts';
import { testAgent, testWork } from './acw-agent-suite.ts';
import { BY_CRYPTOGRAPHY, BY_OPENSSL, pythonVersion } from './python-agent.ts';
import { TYPESCRIPT_AGENT } from './typescript-agent.ts';

testJourney('in TypeScript', TYPESCRIPT_AGENT);
testWork('in TypeScript', TYPESCRIPT_AGENT);
testJourney(`${pythonVersion()}, openssl`, BY_OPENSSL);
testAgent(`${pythonVersion()}, openssl`, BY_OPENSSL);
if (BY_CRYPTOGRAPHY !== null) testAgent(`${pythonVersion()}, cryptography`, BY_CRYPTOGRAPHY);
