/**
 * The hand-written texts of the OpenAPI document about projects that an instance key makes: part of
 * `example.ts`, and tested with it.
 */
import { PROJECT_DEFAULTS } from '../../core/project/project.ts';
import type { Described } from './described.ts';

const AT = '2026-11-20T11:19:00.125Z';

const PROJECT_RECORD = {
  id: 'prj_01M7WRXSYE000000011',
  name: 'Acme Ltd',
  ...PROJECT_DEFAULTS,
  externalId: 'customer-4711',
  limits: { endpointsMax: 5, reportsPerSecond: 20, callsMax: null },
  usage: { calls: null, countedAt: null },
  suspendedAt: null,
  createdAt: AT,
  updatedAt: AT,
};

export const INSTANCE_DESCRIBED: Readonly<Record<string, Described>> = {
  listInstanceProjects: { success: 'A page of projects' },
  getInstanceProject: { success: 'The project, its limits and what it uses' },
  createInstanceProject: {
    success: 'The project; with 200, one that this externalId made before',
    request: {
      name: 'Acme Ltd',
      externalId: 'customer-4711',
      limits: { endpointsMax: 5, reportsPerSecond: 20 },
    },
    answer: PROJECT_RECORD,
  },
  updateInstanceProject: {
    success: 'The project as it is now',
    request: { limits: { callsMax: 100_000 }, suspended: false },
  },
};
