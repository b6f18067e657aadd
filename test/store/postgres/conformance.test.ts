/**
 * The conformance suite on PostgreSQL, on a real server.
 */
import { after, before } from 'node:test';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { storeConformance } from '../conformance.ts';
import { EmptyDatabases, openOn } from './opened.ts';

let server: PostgresServer;
let databases: EmptyDatabases;
before(async () => {
  server = await startPostgres();
  databases = new EmptyDatabases(server);
});
after(() => server.close());

storeConformance(
  'postgres',
  openOn(() => databases),
  3,
);
