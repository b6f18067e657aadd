/** How the example agent in TypeScript is started. */
import type { AgentProgram } from './acw-agent-suite.ts';

export const TYPESCRIPT_AGENT: AgentProgram = {
  command: process.execPath,
  flags: ['examples/acw-agent/main.ts'],
};
