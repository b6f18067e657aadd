/**
 * The conformance suite on PostgreSQL, on a real server.
 */
import { after, before } from 'node:test';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { storeConformance } from '../conformance.ts';
import { ReusedStores } from './opened.ts';

let server: PostgresServer;
let stores: ReusedStores;
before(async () => {
  server = await startPostgres();
  stores = new ReusedStores(server);
});
after(async () => {
  await stores.close();
  await server.close();
});

storeConformance('postgres', (clock) => stores.open(clock), 3);
