/** Types of the part of oidc-provider that the tests use; the package has none. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: ProviderConfiguration);
    callback(): RequestListener;
  }

  interface ProviderConfiguration {
    readonly clients: readonly object[];
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly cookies: { readonly keys: readonly string[] };
    readonly findAccount: (
      context: unknown,
      id: string,
    ) => Promise<{
      readonly accountId: string;
      readonly claims: () => Promise<{ readonly sub: string }>;
    }>;
  }
}
