/**
 * Every scope of a key, in the order of the form; a test
 * compares them with the service's.
 */
import type { Scope } from './api-key-record.ts';

export const SCOPE_NAMES: readonly Scope[] = [
  'reports:write',
  'calls:read',
  'calls:delete',
  'endpoints:read',
  'endpoints:write',
  'deliveries:read',
  'deliveries:write',
  'call-logs:read',
  'call-logs:write',
  'acw-results:read',
  'acw-results:write',
  'project:admin',
];
