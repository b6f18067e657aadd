/**
 * The address to which a telephony platform posts its callbacks (S2.14). The schema does not
 * restrict names and ids, because an unknown one is 404 and not a wrong parameter.
 */
import { strictObject, Type } from './shared.ts';

export const IngestPath = strictObject({
  adapter: Type.String({ description: 'The adapter of the source, such as twilio' }),
  sourceId: Type.String({ description: 'The id of the source, src_...' }),
});
