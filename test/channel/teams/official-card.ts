/**
 * The official library of Adaptive Cards as a judge: what it remarks while it parses a card, and
 * which properties it finds at fault. Parsing needs no page.
 */
import { createRequire } from 'node:module';

interface Card {
  parse(json: unknown, context: Context): void;
  validateProperties(): { readonly validationEvents: readonly object[] };
}
interface Context {
  readonly eventCount: number;
  getEventAt(index: number): { readonly event: number; readonly message: string };
}
interface Library {
  readonly AdaptiveCard: new () => Card;
  readonly SerializationContext: new () => Context;
}

/** Its module build cannot be loaded by Node; the other one declares no types that fit. */
const library: Library = createRequire(import.meta.url)('adaptivecards/dist/adaptivecards.js');

/** Every remark; none is a card without a fault. */
export function remarksOn(content: unknown): readonly string[] {
  const card = new library.AdaptiveCard();
  const context = new library.SerializationContext();
  card.parse(content, context);
  const events = Array.from({ length: context.eventCount }, (_, index) => {
    const { event, message } = context.getEventAt(index);
    return `${event}: ${message}`;
  });
  const faults = card.validateProperties().validationEvents.map((each) => JSON.stringify(each));
  return [...events, ...faults];
}
