/**
 * The state of the service, and which first steps of the dashboard a new user has done, on the
 * wire.
 */
import { nullable, oneOf, strictObject, Timestamp, Type } from './shared.ts';

export const SystemRecord = strictObject(
  {
    version: Type.String(),
    node: Type.String({ description: 'The version of Node.js' }),
    now: Timestamp,
    upS: Type.Integer({ minimum: 0, description: 'Seconds since this process started' }),
    memoryBytes: Type.Integer({ description: 'Resident memory of this process' }),
    store: strictObject({
      engine: oneOf(['sqlite', 'postgres']),
      writable: Type.Boolean(),
      schemaVersion: Type.Integer(),
      bytes: Type.Integer({ minimum: 0 }),
    }),
    dispatcher: strictObject({
      alive: Type.Boolean(),
      inFlight: Type.Integer(),
      endpointsWithWork: Type.Integer(),
      residentHeads: Type.Integer({ description: 'Deliveries held in memory' }),
      ownedShards: Type.Integer({ description: 'Number of the 64 shards that this process owns' }),
    }),
    pages: Type.Integer({ description: 'Live streams that are open' }),
    publicUrl: nullable(Type.String()),
    seals: strictObject(
      {
        refused: Type.Integer({ minimum: 0 }),
        lastAt: nullable(Timestamp),
        lastKind: nullable(Type.String({ description: 'Such as endpoint-token' })),
        lastRecord: nullable(
          Type.String({
            description:
              'Where it was to open: the project and the time of creation of its record in ' +
              'milliseconds, with a dot between; a header adds its name, a signing key has its ' +
              'kid instead of the time, a person has the id of the account',
          }),
        ),
      },
      { description: 'Sealed texts that did not open since this process started' },
    ),
    inbox: strictObject({ on: Type.Boolean(), reason: nullable(Type.String()) }),
  },
  { title: 'System' },
);

export const ONBOARDING_STEPS = [
  'server',
  'endpoint',
  'call',
  'delivery',
  'signature',
  'platform',
  'secured',
] as const;

export const OnboardingReply = strictObject(
  {
    steps: Type.Array(
      strictObject({
        step: oneOf(ONBOARDING_STEPS),
        done: Type.Boolean(),
        detail: nullable(Type.String({ description: 'The evidence: an id, a name, an address' })),
      }),
    ),
    done: Type.Integer({ minimum: 0 }),
  },
  { title: 'Onboarding' },
);
