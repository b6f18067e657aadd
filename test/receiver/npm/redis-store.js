/** The example store of the TypeScript package in the Redis at the first argument. */
import { createClient } from 'redis';
import { createRedisStore } from '../../../receiver/examples/redis-store.ts';
import { createOrderGuard } from '../../../receiver/src/index.ts';

const redis = await createClient({ url: process.argv[2] }).connect();
for (const sequence of [2, 2, 1, 5, 5]) {
  const guard = createOrderGuard({
    store: createRedisStore(redis),
    onMissed: (_webhook, count) => console.log(`missed ${count}`),
  });
  const payload = { data: { callId: 'call 1/é' } };
  const webhook = { webhookId: `msg_${sequence}`, endpointId: 'ep_node', sequence, payload };
  console.log(await guard.run(webhook, () => {}));
}
const store = createRedisStore(redis, 60);
await store.remember('ep_node', 'msg_3', 'call 1/é', 3);
console.log(await store.lastSequence('ep_node', 'call 1/é'));
const seconds = await redis.ttl('ringpost:{ep_node}:webhook:msg_3');
console.log(seconds > 0 && seconds <= 60 ? 'is forgotten' : seconds);
await redis.close();
