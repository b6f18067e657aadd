/**
 * The official library of Adaptive Cards as a judge: what it remarks while it parses a card, and
 * which properties it finds at fault. Parsing needs no page.
 */
import { createRequire } from 'node:module';
import type * as Library from 'adaptivecards';

/** Its module build cannot be loaded by Node; what it offers is the same. */
const library: typeof Library = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.js',
);

/** Every remark; none is a card without a fault. */
export function remarksOn(content: unknown): readonly string[] {
  const card = new library.AdaptiveCard();
  const context = new library.SerializationContext();
  card.parse(content, context);
  const events = Array.from({ length: context.eventCount }, (_, index) => {
    const { event, message } = context.getEventAt(index);
    return `${event}: ${message}`;
  });
  const faults = card.validateProperties().validationEvents.map(({ message }) => message);
  return [...events, ...faults];
}
