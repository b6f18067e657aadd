/**
 * The channel of self-provided agents conforms, with a Bearer token and with signatures. That of
 * the built-in agents has no receiver; test/channel/agent/agent-channel.test.ts covers it.
 */
import { createSelfProvidedAgentChannel } from '../../../src/channel/agent/agent-channel.ts';
import { BEARER, payloadChannel, SIGNED } from './payload-channel.ts';
import { conform } from './suite.ts';

const KIND = { kind: 'self-provided-agent', agent: { deadlineMs: 900_000 } } as const;
const create = createSelfProvidedAgentChannel;

conform(payloadChannel('self-provided agent with a token', create, BEARER, KIND));
conform(payloadChannel('self-provided agent, signed', create, SIGNED, KIND));
