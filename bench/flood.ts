/**
 * Signs in with wrong passwords at a steady pace, as a process of its own, until its parent ends
 * it. `--accounts` one or many, `--networks` one or many: the client states its address itself,
 * because the service of this benchmark trusts it as a proxy. Sends its counts over IPC.
 */
import { parseArgs } from 'node:util';
import { Pool } from 'undici';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    perSecond: { type: 'string', default: '500' },
    accounts: { type: 'string', default: '1' },
    networks: { type: 'string', default: '1' },
  },
});
const TICK_MS = 10;
/** The most unanswered tries; beyond it none is sent. */
const OPEN_MAX = 2_000;
const pool = new Pool(values.url, { connections: 64, pipelining: 1 });
const [accounts, networks] = [Number(values.accounts), Number(values.networks)];
const answers: Record<string, number> = {};
let sent = 0;
let open = 0;

async function attempt(number: number): Promise<void> {
  open += 1;
  const network = number % networks;
  const answer = await pool.request({
    method: 'POST',
    path: '/v1/session',
    headers: {
      'content-type': 'application/json',
      origin: values.url,
      'x-forwarded-for': `198.${18 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}`,
    },
    body: JSON.stringify({ email: `user-${number % accounts}@example.com`, password: 'wrong one' }),
  });
  await answer.body.dump();
  answers[answer.statusCode] = (answers[answer.statusCode] ?? 0) + 1;
  open -= 1;
}

const startMs = performance.now();
setInterval(() => {
  const wanted = ((performance.now() - startMs) / 1_000) * Number(values.perSecond);
  for (; sent < wanted; sent += 1) if (open < OPEN_MAX) void attempt(sent);
}, TICK_MS);
process.on('message', () => process.send?.(answers));
process.on('disconnect', () => process.exit(0));
