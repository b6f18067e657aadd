/**
 * The example agent in TypeScript against a service that is played. `acw-agent-readme.test.ts` runs
 * it against the real one, `acw-agent.proof.ts` has all its journeys.
 */
import { testAgent } from './acw-agent-suite.ts';
import { TYPESCRIPT_AGENT } from './typescript-agent.ts';

testAgent('in TypeScript', TYPESCRIPT_AGENT);
