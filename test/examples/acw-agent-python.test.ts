/**
 * The example agent in Python against a service that is played, verifying by openssl.
 * `acw-agent.proof.ts` has its other way, by the package cryptography.
 */
import { testAgent } from './acw-agent-suite.ts';
import { BY_OPENSSL, pythonVersion } from './python-agent.ts';

testAgent(`${pythonVersion()}, openssl`, BY_OPENSSL);
