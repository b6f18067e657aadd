/**
 * Step 1 for platforms that post their own callbacks: an adapter turns a provider's request into a
 * report. Pure: the route reads the request, unseals the secret, and calls it. Providers retry on
 * 4xx, so a genuine request without use is `ignored`, not refused.
 */
import type { Report } from '../../core/call/report.ts';

export interface IngestRequest {
  /** The exact body bytes as text, and the headers in lower case. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The address that the provider was given, with its query; configured, never the Host header. */
  readonly publicUrl: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly secret: string;
}

export type IngestResult =
  /** `unmapped`: a value that the mapping does not know, counted in a metric. */
  | {
      readonly kind: 'report';
      readonly callId: string;
      readonly report: Report;
      readonly unmapped: string | null;
    }
  | { readonly kind: 'ignored'; readonly why: string; readonly unmapped: string | null }
  | {
      readonly kind: 'refused';
      readonly code: 'SIGNATURE_INVALID' | 'MALFORMED_FORM' | 'INVALID_INPUT';
      readonly detail: string;
    };

export interface IngestAdapter {
  readonly name: string;
  readonly contentType: string;
  /**
   * Whether the provider's signature covers the address to which it posts, so that the address must
   * be known exactly.
   */
  readonly signsAddress: boolean;
  read(request: IngestRequest): IngestResult;
}
