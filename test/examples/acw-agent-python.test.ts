/** The example agent in Python against a service that is played, by each of its ways to verify. */
import { testAgent } from './acw-agent-suite.ts';
import { BY_CRYPTOGRAPHY, BY_OPENSSL, pythonVersion } from './python-agent.ts';

const version = pythonVersion();
testAgent(`${version}, openssl`, BY_OPENSSL);
if (BY_CRYPTOGRAPHY !== null) testAgent(`${version}, cryptography`, BY_CRYPTOGRAPHY);
