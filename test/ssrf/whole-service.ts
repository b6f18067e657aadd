/**
 * The whole service as `compose.ts` puts it together, with the allow list of a test, and requests
 * to its API over a real socket.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { compose } from '../../src/compose.ts';
import { readSettings } from '../../src/config/read-settings.ts';
import { API_KEY, callApi } from '../support/service-process.ts';

const TRIGGER = 'OUTBOUND_CALL_COMPLETED';

type Fields = Readonly<Record<string, unknown>>;

/** `allow`: the value of RINGPOST_ALLOW_TARGETS. */
export async function startWhole(test: TestContext, allow: readonly string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'ringpost-ssrf-'));
  const read = readSettings(
    { port: '0', dataDir, apiKey: API_KEY, logLevel: 'silent', allowTargets: allow.join(',') },
    {},
  );
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'));
  const service = await compose(read.settings, (detail) => {
    throw new Error(detail);
  });
  test.after(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true });
  });
  const call = async (method: string, path: string, body?: object) => {
    const answer = await callApi(service, method, path, body);
    return { status: answer.status, body: fieldsOf(answer.body) };
  };
  return {
    url: service.url,
    call,
    /** Returns the status and the id of the endpoint; empty without one. */
    register: async (target: string, more: Fields = {}) => {
      const auth = { method: 'bearer', token: 'token-of-a-test' };
      const base = { name: 'trap', kind: 'custom', target, triggers: [TRIGGER], auth };
      const answer = await call('POST', '/v1/endpoints', { ...base, ...more });
      return { ...answer, id: String(answer.body.id ?? '') };
    },
    remove: (id: string) => call('DELETE', `/v1/endpoints/${id}`),
    /** Makes a test send; returns its outcome. */
    tryOut: async (id: string): Promise<Fields> => {
      const answer = await call('POST', `/v1/endpoints/${id}/test`, { trigger: TRIGGER });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      return answer.body;
    },
  };
}

function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
