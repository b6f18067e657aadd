/**
 * A store of the order guard in Redis, for the processes of several machines. Any client of Redis
 * will do; that of the npm package `redis` fits as it is. A webhook and a call are forgotten
 * `keepSeconds` after the last word on them: a copy comes within days, if at all.
 */
import type { OrderStore } from '../src/index.ts'; // '@ringpost/receiver' where it is installed

interface RedisClient {
  get(key: string): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** Both in one step, and never a lower sequence over a higher one. */
const REMEMBER = `
  redis.call('set', KEYS[1], '1', 'EX', ARGV[1])
  if ARGV[2] == '' then return end
  local known = tonumber(redis.call('get', KEYS[2]) or '0')
  redis.call('set', KEYS[2], math.max(known, tonumber(ARGV[2])), 'EX', ARGV[1])`;
const WEEK_S = 7 * 86_400;

export function createRedisStore(redis: RedisClient, keepSeconds = WEEK_S): OrderStore {
  // The braces keep the keys of an endpoint together in a cluster.
  const webhook = (endpoint: string, id: string) => `ringpost:{${endpoint}}:webhook:${id}`;
  const call = (endpoint: string, id: string) => `ringpost:{${endpoint}}:call:${id}`;
  return {
    async wasHandled(endpointId, webhookId) {
      return (await redis.get(webhook(endpointId, webhookId))) !== null;
    },
    async lastSequence(endpointId, callId) {
      const last = await redis.get(call(endpointId, callId));
      return last === null ? null : Number(last);
    },
    async remember(endpointId, webhookId, callId, last) {
      await redis.eval(REMEMBER, {
        keys: [webhook(endpointId, webhookId), call(endpointId, callId)],
        arguments: [String(keepSeconds), last === null ? '' : String(last)],
      });
    },
  };
}
