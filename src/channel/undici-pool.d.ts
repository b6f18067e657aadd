/**
 * The one part of undici that sends webhooks, imported by its file: the package's entry loads 109
 * modules, among them its `fetch`, its caches and its mocks (10 MB and 35 ms of each start). What
 * the entry adds to a pool, `request` and the like, is missing here.
 */
declare module 'undici/lib/dispatcher/pool.js' {
  import type { Pool } from 'undici';

  type BarePool = Omit<Pool, 'request' | 'stream' | 'pipeline' | 'connect' | 'upgrade'>;
  const BarePool: new (...given: ConstructorParameters<typeof Pool>) => BarePool;
  export = BarePool;
}
