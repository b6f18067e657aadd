/**
 * The scopes of an API key (S12.20). No scope contains another; the roles of people consist of the
 * same scopes (`core/person/role-rights.ts`).
 */
export const SCOPES = [
  'reports:write',
  'calls:read',
  'calls:delete',
  'endpoints:read',
  'endpoints:write',
  'deliveries:read',
  'deliveries:write',
  'deliveries:pull',
  'call-logs:read',
  'call-logs:write',
  'acw-results:read',
  'acw-results:write',
  'project:admin',
] as const;
export type Scope = (typeof SCOPES)[number];
