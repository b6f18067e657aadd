/**
 * Projects of customers on the wire (S12.39, S12.40): what an instance key sends. The answers are
 * records of projects (`project.ts`); allowed values are in `core/project`.
 */
import { nullable, pageQuery, strictObject, Type } from './shared.ts';

const Reference = Type.String({
  description: 'Your own reference of the customer, 1 to 256 characters, unique',
  examples: ['customer-4711'],
});

const Limit = (description: string) =>
  Type.Optional(nullable(Type.Integer({ description: `${description}; null: no limit` })));

const LimitsBody = strictObject(
  {
    endpointsMax: Limit('The most endpoints, at most 200'),
    reportsPerSecond: Limit('Reports a second, counted by each process'),
    callsMax: Limit('The most calls that are kept; then only reports of these are taken'),
  },
  { title: 'ProjectLimitsInput' },
);

export const InstanceProjectBody = strictObject(
  {
    name: Type.String({ description: '1 to 120 characters, unlike any other project' }),
    serviceName: Type.Optional(Type.String({ description: 'One line; default Ringpost' })),
    externalId: Type.Optional(Reference),
    limits: Type.Optional(LimitsBody),
    ownerEmail: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 254,
        description:
          'Of an account of this service, which becomes its owner; else no person sees it',
      }),
    ),
  },
  { title: 'InstanceProjectInput' },
);

export const InstanceProjectPatchBody = strictObject(
  {
    name: Type.Optional(Type.String({ description: '1 to 120 characters' })),
    serviceName: Type.Optional(Type.String({ description: 'One line' })),
    externalId: Type.Optional(nullable(Reference)),
    limits: Type.Optional(nullable(LimitsBody)),
    suspended: Type.Optional(Type.Boolean({ description: 'Whether its reports are refused' })),
  },
  {
    title: 'InstanceProjectPatch',
    description: 'A JSON merge patch: a field that is absent stays as it is',
  },
);

export const InstanceProjectPath = strictObject({ projectId: Type.String({ maxLength: 64 }) });

export const InstanceProjectQuery = strictObject({
  ...pageQuery,
  externalId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: 'The project with this reference' }),
  ),
});
