/**
 * A copy of a delivery for the local inbox, on the wire. It is no attempt: `delivery.ts` has
 * those.
 */
import type { Static } from 'typebox';
import { ATTEMPT_OUTCOMES } from '../../core/delivery/outcome.ts';
import { idOf, nullable, oneOf, strictObject, Type } from './shared.ts';

export const CopyReply = strictObject(
  {
    itemId: nullable(idOf('inb', 'Of the local inbox; null: it did not arrive')),
    outcome: oneOf(ATTEMPT_OUTCOMES),
    status: nullable(Type.Integer({ description: 'The answer of the box' })),
    durationMs: Type.Number(),
  },
  { title: 'DeliveryCopy' },
);
export type CopyReply = Static<typeof CopyReply>;
