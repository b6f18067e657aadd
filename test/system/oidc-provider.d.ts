/** What the tests use of oidc-provider, which comes without types. */
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
