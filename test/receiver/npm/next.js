/** Starts the output of `next build`, as `next start` does, and says when it listens. */
import { createServer } from 'node:http';
import next from 'next';

const { PORT } = process.env;
const app = next({ dev: false, dir: import.meta.dirname });
await app.prepare();
createServer(app.getRequestHandler()).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening on ${PORT}`);
});
