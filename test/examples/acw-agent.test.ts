/** The example agent in TypeScript, against a service that is played and against the real one. */
import { testJourney } from './acw-agent-journey.ts';
import { type AgentProgram, testAgent } from './acw-agent-suite.ts';

const PROGRAM: AgentProgram = {
  command: process.execPath,
  flags: ['examples/acw-agent/main.ts'],
};

testAgent('in TypeScript', PROGRAM);
testJourney('in TypeScript', PROGRAM);
