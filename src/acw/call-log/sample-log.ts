/**
 * A made-up call log on which an operator tries a built-in agent (S6.32). Must never be stored as
 * the log of a call.
 */
import type { CallLog } from './call-log.ts';

export const SAMPLE_LOG: CallLog = {
  direction: 'OUTBOUND',
  startedAt: '2026-11-20T11:17:00.000Z',
  answeredAt: '2026-11-20T11:17:04.000Z',
  endedAt: '2026-11-20T11:17:58.000Z',
  language: 'en',
  turns: [
    {
      speaker: 'AGENT',
      text: 'Good morning, this is Mia from Example Deliveries. This call may be recorded.',
      startMs: 4_000,
      endMs: 9_200,
    },
    {
      speaker: 'CUSTOMER',
      text: 'Good morning. I am waiting for my order, number 4712. It should have come yesterday.',
      startMs: 9_900,
      endMs: 15_300,
    },
    {
      speaker: 'AGENT',
      text: 'I am sorry about that. I can see it here. It was held back and comes tomorrow.',
      startMs: 16_400,
      endMs: 23_000,
    },
    {
      speaker: 'CUSTOMER',
      text: 'Can you tell me at what time?',
      startMs: 23_600,
      endMs: 25_200,
    },
    {
      speaker: 'AGENT',
      text: 'Between 9:00 and 11:00. I will send you a message when the driver leaves.',
      startMs: 26_100,
      endMs: 31_500,
    },
    {
      speaker: 'CUSTOMER',
      text: 'That is fine. Thank you.',
      startMs: 32_000,
      endMs: 33_700,
    },
    {
      speaker: 'AGENT',
      text: 'Is there anything else that I can do for you?',
      startMs: 34_500,
      endMs: 36_600,
    },
    { speaker: 'CUSTOMER', text: 'No, that was all.', startMs: 37_400, endMs: 38_600 },
    {
      speaker: 'AGENT',
      text: 'Thank you for your time. Have a good day. Goodbye.',
      startMs: 39_200,
      endMs: 42_400,
    },
  ],
};
