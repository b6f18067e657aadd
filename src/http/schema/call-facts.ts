/**
 * The facts of a call on the wire (S2.24), as fields of a report and as `facts` of a call. Which
 * values they may have is said once, in `core/call/facts.ts`.
 */
import type { Static } from 'typebox';
import { type CallFacts, shownFacts, TAGS_MAX } from '../../core/call/facts.ts';
import { strictObject, Type } from './shared.ts';

export const factProperties = {
  from: Type.Optional(
    Type.String({ description: 'Who called: a number or an address, at most 256 characters' }),
  ),
  to: Type.Optional(Type.String({ description: 'Who was called, as above' })),
  answeredAt: Type.Optional(Type.String({ description: 'ISO 8601 with a zone' })),
  endedAt: Type.Optional(Type.String({ description: 'ISO 8601 with a zone' })),
  durationMs: Type.Optional(
    Type.Integer({ description: 'As the platform counts it; at most 30 days' }),
  ),
  sipCode: Type.Optional(Type.Integer({ description: '100 to 699', examples: [486] })),
  hangupCause: Type.Optional(
    Type.String({
      description: 'In the words of the platform, at most 256 characters',
      examples: ['NORMAL_CLEARING'],
    }),
  ),
  recordingUrl: Type.Optional(
    Type.String({ description: 'An https or http URL, at most 2,048 characters' }),
  ),
  agentId: Type.Optional(
    Type.String({ description: 'The agent that spoke, at most 256 characters' }),
  ),
  queue: Type.Optional(Type.String({ description: 'At most 256 characters' })),
  tags: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: TAGS_MAX,
      description: 'At most 20 of 64 characters; they replace those that an earlier report named',
      examples: [['vip']],
    }),
  ),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'Texts by name, for example of your own systems: at most 50 and 4 KiB; names have at ' +
        'most 64 characters. A later report adds to them and replaces those that it names',
      examples: [{ order: '4712' }],
    }),
  ),
} as const;

export const Facts = strictObject(factProperties, {
  title: 'CallFacts',
  description: 'What reports said of the call besides its status; what is not known is absent',
});

/** Absent facts have no name, which a strict record needs. */
export function showFacts(facts: CallFacts | null): Static<typeof Facts> {
  if (facts === null) return {};
  const { tags, metadata, ...rest } = JSON.parse(JSON.stringify(shownFacts(facts)));
  return { ...rest, ...(tags ? { tags } : {}), ...(metadata ? { metadata } : {}) };
}
