/**
 * A self-provided agent of Ringpost as a program: reads its settings, listens, and ends what it
 * began when it is told to stop. `agent.ts` is the agent; README.md says how to start it.
 */
import { once } from 'node:events';
import { createAgent } from './agent.ts';
import { readSettings } from './settings.ts';

/** Work that takes longer after a stop is left: its run fails at its deadline. */
const STOP_MS_MAX = 20_000;

const settings = readSettings(process.env);
if ('faults' in settings) {
  for (const fault of settings.faults) console.error(fault);
  process.exit(1);
}
const { server, finish } = createAgent(settings);
server.listen(settings.port, settings.host);
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : settings.port;
console.log(`agent ready on http://${settings.host}:${port}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    server.close();
    await finish(STOP_MS_MAX);
    process.exit(0);
  });
}
