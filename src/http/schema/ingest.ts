/**
 * The address that a telephony platform posts its callbacks to (S2.14). Which names and ids exist
 * is no question of the schema: an unknown one is 404, not a wrong parameter.
 */
import { strictObject } from './shared.ts';
import { Type } from './type.ts';

export const IngestPath = strictObject({
  adapter: Type.String({ description: 'The adapter of the source, such as twilio' }),
  sourceId: Type.String({ description: 'The id of the source, src_...' }),
});
