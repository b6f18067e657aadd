/** The Custom channel conforms, with a Bearer token and with signatures. */
import { createCustomChannel } from '../../../src/channel/custom/channel.ts';
import { BEARER, payloadChannel, SIGNED } from './payload-channel.ts';
import { conform } from './suite.ts';

conform(payloadChannel('custom with a token', createCustomChannel, BEARER));
conform(payloadChannel('custom, signed', createCustomChannel, SIGNED));
