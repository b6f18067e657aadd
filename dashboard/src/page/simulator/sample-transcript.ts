/**
 * The call log of a simulated call, in the words of a made-up company: a greeting, a problem, an
 * answer, a pause while somebody looks something up, a goodbye. Pure.
 */

type Said = readonly [
  speaker: 'AGENT' | 'CUSTOMER' | 'SYSTEM',
  fromS: number,
  toS: number,
  text: string,
];

const SAID: readonly Said[] = [
  ['SYSTEM', 0.2, 3.4, 'This call may be recorded for quality and training purposes.'],
  ['AGENT', 4, 8.6, 'Good morning, this is Mia from Northwind Books. How can I help you?'],
  ['CUSTOMER', 9.4, 15.2, 'Good morning. My order has not arrived. The order number is NB-48213.'],
  ['AGENT', 16, 20.5, 'I am sorry to hear that. Please hold for a moment while I check.'],
  [
    'AGENT',
    29.5,
    34.8,
    'Thank you for waiting. It was held at the depot and comes on 24 November.',
  ],
  ['CUSTOMER', 34.2, 36.4, 'Can you tell me at what time?'],
  ['AGENT', 37.1, 42, 'Between 9:00 and 11:00. We refund the delivery of $4.50 as well.'],
  ['CUSTOMER', 42.8, 46.1, 'Great. Please write to grace.miller@example.com about it.'],
  ['AGENT', 46.9, 51.3, 'I will do that today. Is there anything else I can do for you?'],
  ['CUSTOMER', 52, 53.2, 'No, that was all.'],
  ['AGENT', 53.9, 57.4, 'Thank you for your call. Have a nice day. Goodbye.'],
];

const LENGTH_MS = 58_000;
const ANSWERED_MS = 3_800;

/** Ends at `endedMs`, epoch ms. */
export function sampleLog(direction: 'INBOUND' | 'OUTBOUND', endedMs: number) {
  const startedMs = endedMs - LENGTH_MS;
  return {
    direction,
    startedAt: iso(startedMs),
    answeredAt: iso(startedMs + ANSWERED_MS),
    endedAt: iso(endedMs),
    language: 'en',
    turns: SAID.map(([speaker, fromS, toS, text]) => ({
      ...{ speaker, text },
      startMs: Math.round(fromS * 1_000),
      endMs: Math.round(toS * 1_000),
    })),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
