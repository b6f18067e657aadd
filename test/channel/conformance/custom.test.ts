/** The Custom channel conforms, with a Bearer token, with signatures and with secrets. */
import { createCustomChannel } from '../../../src/channel/custom/channel.ts';
import { BEARER, KEYED, payloadChannel, SIGNED } from './payload-channel.ts';
import { conform } from './suite.ts';

conform(payloadChannel('custom with a token', createCustomChannel, BEARER));
conform(payloadChannel('custom, signed', createCustomChannel, SIGNED));
conform(payloadChannel('custom, signed with a secret', createCustomChannel, KEYED));
