/**
 * One process of the store's own limit: the port of the PostgreSQL store alone, told over IPC to
 * accept reports, to settle their deliveries, to do both at once, or to insert plain rows, which is
 * the yardstick. Answers each once all of it is durable.
 */
import pg from 'pg';
import { SHARDS } from '../src/core/endpoint/endpoint.ts';
import { asKey, type EndpointKey, type ProjectKey } from '../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../src/core/project/project.ts';
import type { Head } from '../src/engine/ports/dispatch-store.ts';
import { openPostgresStore, type PostgresStore } from '../src/store/postgres/store.ts';
import { systemClock as clock } from '../src/system/clock.ts';
import { reportOf, settingsOf } from '../test/store/given.ts';

export type Question =
  | { readonly ask: 'open'; readonly url: string; readonly index: number }
  | { readonly ask: 'own' | 'endpoint' | 'close' }
  | { readonly ask: 'bare' | 'accept' | 'settle' | 'both'; readonly count: number };

/** Rows per commit, as the store's own batches of reports have. */
const BATCH = 200;
/** Operations at once, so that a whole batch waits whenever a commit ends. */
const LOOPS = 6;
const BODY = 'x'.repeat(540);
const RENEW_MS = 4_000;
const INSERT = {
  name: 'bare',
  text: 'insert into bench_rows (body) select unnest($1::text[])',
};

class Client {
  readonly #index: number;
  readonly #store: PostgresStore;
  readonly #bare: pg.Client;
  #shards: ReadonlyMap<number, number> = new Map();
  #surplus: readonly number[] = [];
  #project = asKey<ProjectKey>(0);
  #epoch = 0;
  #heads: Head[] = [];
  #made = 0;
  #renewals: NodeJS.Timeout | undefined;
  #renewed: Promise<unknown> = Promise.resolve();

  static async open(url: string, index: number): Promise<Client> {
    const store = await openPostgresStore({ url, clock, workerName: `bench ${index}` });
    const bare = new pg.Client({ connectionString: url });
    await bare.connect();
    return new Client(index, store, bare);
  }

  constructor(index: number, store: PostgresStore, bare: pg.Client) {
    this.#index = index;
    this.#store = store;
    this.#bare = bare;
  }

  /** Nothing is in flight, so surplus shards are given back at once. */
  async own(): Promise<readonly number[]> {
    const { shards, surplus } = await this.#store.own({ surrender: this.#surplus, leaves: false });
    this.#shards = shards;
    this.#surplus = surplus;
    return [...shards.keys()];
  }

  /** In a project of its own, so that a report makes one delivery. */
  async endpoint(): Promise<EndpointKey> {
    const nowMs = clock.wallMs();
    const project = await this.#store.ensureProject({
      name: `${this.#index}`,
      settings: PROJECT_DEFAULTS,
      nowMs,
    });
    this.#project = project.key;
    const entry = { atMs: nowMs, actor: 'system', action: 'bench', target: null } as const;
    const audit = { ...entry, before: null, after: null, requestId: null };
    const settings = settingsOf({ triggers: ['OUTBOUND_CALL_CANCELED'] });
    const { key } = await this.#store.createEndpoint({
      projectKey: project.key,
      settings,
      enabled: true,
      audit,
    });
    const epoch = this.#shards.get(key % SHARDS);
    if (epoch === undefined) throw new Error(`endpoint ${key} is in a shard of another process`);
    this.#epoch = epoch;
    this.#renewals = setInterval(() => {
      this.#renewed = this.own();
    }, RENEW_MS);
    this.#renewals.unref();
    return key;
  }

  bare(count: number): Promise<void> {
    const bodies = Array.from({ length: BATCH }, () => BODY);
    const insert = () => this.#bare.query({ ...INSERT, values: [bodies] });
    // One connection: requests are performed one after the other, without a pause.
    return this.#repeat(2, count, insert);
  }

  accept(count: number): Promise<void> {
    return this.#repeat(LOOPS, count, async () => {
      this.#heads.push(...(await this.#acceptBatch()));
    });
  }

  settle(count: number): Promise<void> {
    return this.#repeat(LOOPS, count, () => this.#settleAll(this.#heads.splice(-BATCH)));
  }

  both(count: number): Promise<void> {
    return this.#repeat(LOOPS, count, async () => this.#settleAll(await this.#acceptBatch()));
  }

  /** Stops renewals first: one would take shards for a store that is closing. */
  async close(): Promise<void> {
    clearInterval(this.#renewals);
    await this.#renewed;
    await this.#store.release();
    await this.#store.close();
    await this.#bare.end();
  }

  async #repeat(loops: number, count: number, batch: () => Promise<unknown>): Promise<void> {
    let left = count / BATCH;
    const loop = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await batch();
      }
    };
    await Promise.all(Array.from({ length: loops }, loop));
  }

  async #acceptBatch(): Promise<readonly Head[]> {
    const receivedAtMs = clock.wallMs();
    const report = reportOf('CANCELED', { callSid: 'CA1', clientId: 'order-1' });
    const items = Array.from({ length: BATCH }, () => {
      this.#made += 1;
      const callId = `call-${this.#index}-${this.#made}`;
      return { projectKey: this.#project, callId, report, source: 'api' as const, receivedAtMs };
    });
    const receipts = await this.#store.accept(items);
    return receipts.flatMap((receipt) => (receipt.kind === 'accepted' ? receipt.heads : []));
  }

  async #settleAll(heads: readonly Head[]): Promise<void> {
    const atMs = clock.wallMs();
    const sent = { startedAtMs: atMs, durationMs: 2, outcome: 'delivered', status: 200 } as const;
    const told = { error: null, excerpt: null, manual: false } as const;
    const results = await Promise.all(
      heads.map(({ delivery, endpoint, call, projectKey, createdAtMs }) =>
        this.#store.settle({
          epoch: this.#epoch,
          delivery,
          endpoint,
          call,
          projectKey,
          createdAtMs,
          attempt: { number: 1, ...sent, ...told },
          next: { state: 'delivered', atMs, failures: 0 },
          health: null,
          disable: null,
          revision: null,
        }),
      ),
    );
    const settled = results.filter(({ kind }) => kind === 'settled').length;
    if (settled !== BATCH) throw new Error(`settled ${settled} of ${BATCH}`);
  }
}

let client: Client | null = null;

async function answer(question: Question): Promise<unknown> {
  if (question.ask === 'open') {
    client = await Client.open(question.url, question.index);
    return null;
  }
  if (client === null) throw new Error('open first');
  switch (question.ask) {
    case 'own':
    case 'endpoint':
    case 'close':
      return client[question.ask]();
    default:
      return client[question.ask](question.count);
  }
}

process.on('message', (question: Question) => {
  void answer(question).then((value) => process.send?.(value ?? null));
});
process.on('disconnect', () => process.exit(0));
