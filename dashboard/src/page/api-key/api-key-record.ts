/**
 * An API key as the page reads it, and
 * what it is now. Pure.
 */
import type { showApiKey } from '../../../../src/http/schema/api-key.ts';

export type ApiKeyRecord = Readonly<ReturnType<typeof showApiKey>>;
export type Scope = ApiKeyRecord['scopes'][number];

export function keyState(
  { revokedAt, expiresAt }: Pick<ApiKeyRecord, 'revokedAt' | 'expiresAt'>,
  nowMs: number,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? 'expired' : 'active';
}

/** The most frequent uses of keys. */
export const PRESETS = {
  report: ['reports:write', 'call-logs:write'],
  agent: ['call-logs:read', 'acw-results:write'],
  read: ['calls:read', 'endpoints:read', 'deliveries:read', 'call-logs:read', 'acw-results:read'],
  all: ['project:admin'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export const LIFETIMES = { never: null, days30: 30, days90: 90, year: 365 } as const;
export type Lifetime = keyof typeof LIFETIMES;

const DAY_MS = 86_400_000;

/** When a key made now ends; null: never. */
export function expiryOf(lifetime: Lifetime, nowMs: number): string | null {
  const days = LIFETIMES[lifetime];
  return days === null ? null : new Date(nowMs + days * DAY_MS).toISOString();
}
