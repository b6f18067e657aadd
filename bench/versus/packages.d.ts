/**
 * The used parts of the packages in `bench/versus/package.json`, so that types are checked without
 * the packages, which the product's installation does not have.
 */
declare module 'pg-boss' {
  export class PgBoss {
    constructor(options: { readonly connectionString: string });
    on(event: 'error', listener: (error: Error) => void): void;
    start(): Promise<unknown>;
    createQueue(name: string, options: object): Promise<void>;
    insert(name: string, jobs: readonly object[]): Promise<unknown>;
    work<Data>(
      name: string,
      options: object,
      handler: (
        jobs: readonly { readonly id: string; readonly data: Data }[],
      ) => Promise<readonly { readonly id: string; readonly status: 'completed' | 'failed' }[]>,
    ): Promise<string>;
    offWork(name: string): Promise<void>;
    stop(options: { readonly graceful: boolean }): Promise<void>;
  }
}

declare module 'graphile-worker' {
  export class Logger {
    constructor(factory: () => () => void);
  }
  export interface WorkerUtils {
    migrate(): Promise<void>;
    addJobs(jobs: readonly object[]): Promise<unknown>;
    release(): Promise<void>;
  }
  export function makeWorkerUtils(options: { readonly preset: object }): Promise<WorkerUtils>;
  export function run<Payload>(options: {
    readonly preset: object;
    readonly noHandleSignals: boolean;
    readonly taskList: Readonly<Record<string, (payload: Payload) => Promise<void>>>;
  }): Promise<{ stop(): Promise<void> }>;
}

declare module 'bullmq' {
  export class Queue {
    constructor(name: string, options: object);
    addBulk(jobs: readonly object[]): Promise<unknown>;
    close(): Promise<void>;
  }
  export class Worker<Data> {
    constructor(
      name: string,
      processor: (job: { readonly data: Data }) => Promise<void>,
      options: object,
    );
    on(event: 'error', listener: (error: Error) => void): void;
    waitUntilReady(): Promise<unknown>;
    close(): Promise<void>;
  }
}
