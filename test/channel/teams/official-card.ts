/**
 * The official library of Adaptive Cards as a judge: its remarks while it parses a card, and the
 * properties that it finds invalid. Parsing needs no page.
 */
import { createRequire } from 'node:module';
import type * as Library from 'adaptivecards';

/** The CommonJS build of the library, because Node cannot load its module build. */
const library: typeof Library = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.js',
);

/** All remarks; an empty list means a valid card. */
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
