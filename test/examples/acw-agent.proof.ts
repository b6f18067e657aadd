/** The example agents in both languages, each against the real service. */
import { testJourney } from './acw-agent-journey.ts';
import { BY_OPENSSL, pythonVersion } from './python-agent.ts';
import { TYPESCRIPT_AGENT } from './typescript-agent.ts';

testJourney('in TypeScript', TYPESCRIPT_AGENT);
testJourney(`${pythonVersion()}, openssl`, BY_OPENSSL);
