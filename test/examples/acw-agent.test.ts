/**
 * Which launches the example agent in TypeScript takes, against a service that is played.
 * `acw-agent-readme.test.ts` runs it against the real one; `acw-agent.proof.ts` has all its
 * journeys and what it does when the service answers otherwise than it hoped.
 */
import { testLaunches } from './acw-agent-suite.ts';
import { TYPESCRIPT_AGENT } from './typescript-agent.ts';

testLaunches('in TypeScript', TYPESCRIPT_AGENT);
