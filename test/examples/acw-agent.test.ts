/**
 * Which launches the example agent in TypeScript accepts, against a simulated service.
 * `acw-agent-readme.test.ts` runs it against the real one; `acw-agent.proof.ts` has all its
 * journeys and its behaviour when the service answers unexpectedly.
 */
import { testLaunches } from './acw-agent-suite.ts';
import { TYPESCRIPT_AGENT } from './typescript-agent.ts';

testLaunches('in TypeScript', TYPESCRIPT_AGENT);
