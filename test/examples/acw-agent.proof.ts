/**
 * The example agents in both languages, each against the real service; and the agent in Python
 * against a service that is played, verifying by openssl, and with the package cryptography where
 * that is installed.
 */
import { testJourney } from './acw-agent-journey.ts';
import { testAgent } from './acw-agent-suite.ts';
import { BY_CRYPTOGRAPHY, BY_OPENSSL, pythonVersion } from './python-agent.ts';
import { TYPESCRIPT_AGENT } from './typescript-agent.ts';

testJourney('in TypeScript', TYPESCRIPT_AGENT);
testJourney(`${pythonVersion()}, openssl`, BY_OPENSSL);
testAgent(`${pythonVersion()}, openssl`, BY_OPENSSL);
if (BY_CRYPTOGRAPHY !== null) testAgent(`${pythonVersion()}, cryptography`, BY_CRYPTOGRAPHY);
