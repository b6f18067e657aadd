/** A receiver in Hono, on Node.js. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { receiver } from './receiver.js';

const { PORT } = process.env;
const app = new Hono();
app.post('/hooks', (context) => receiver.fetch(context.req.raw));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, () => {
  console.log(`listening on ${PORT}`);
});
