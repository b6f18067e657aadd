/**
 * `ringpost apply` on the one service of a test file: a settings file with every part, and the
 * project as the API shows it then. All output of the command is searched for the secrets.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { before } from 'node:test';
import { API_KEY, callApi } from '../support/service-process.ts';
import { type Ended, MAIN, run } from './command.ts';
import { oneService } from './one-service.ts';

export const SECRETS = {
  CRM_TOKEN: 'token-of-the-crm-0001',
  SLACK_URL: 'https://hooks.slack.com/services/T000/B000/abcdefgh1234',
  HMAC: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
};

export const CRM = {
  name: 'CRM',
  kind: 'custom',
  target: 'https://receiver.example/hook',
  triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'],
  auth: { method: 'bearer', token: { env: 'CRM_TOKEN' } },
  headers: [{ name: 'x-tenant', value: { file: 'tenant' } }],
  timeoutMs: 5_000,
};
export const WHOLE = {
  project: { serviceName: 'Acme', retention: { deliveredDays: 7 } },
  scorecards: [
    {
      name: 'Short',
      passMark: 50,
      criteria: [{ id: 'greeting', question: 'Was there a greeting?', points: 10 }],
    },
  ],
  sources: [{ name: 'Twilio', adapter: 'twilio', secret: { file: 'twilio' } }],
  endpoints: [
    CRM,
    {
      name: 'Ops',
      kind: 'slack',
      target: { env: 'SLACK_URL' },
      triggers: ['OUTBOUND_CALL_ERROR'],
      enabled: false,
    },
    {
      name: 'Signed',
      kind: 'custom',
      target: 'https://receiver.example',
      triggers: ['OUTBOUND_CALL_CALLING'],
      auth: { method: 'hmac-sha256', secret: { env: 'HMAC' } },
    },
    {
      name: 'Judge',
      kind: 'builtin-evaluator',
      triggers: ['OUTBOUND_CALL_COMPLETED'],
      agent: { scorecard: 'Short' },
    },
  ],
};

/** Call it in the `describe` of the tests. */
export function applying() {
  const { service, below } = oneService();
  before(() => {
    writeFileSync(below('tenant'), 'tenant-number-0042\n');
    writeFileSync(below('twilio'), 'twilio-auth-token-77\n');
  });

  async function apply(file: unknown, ...flags: readonly string[]): Promise<Ended> {
    const path = below('ringpost.json');
    writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file, null, 2));
    const environment = { RINGPOST_API_KEY: API_KEY, ...SECRETS };
    const ended = await run(MAIN, ['apply', path, '--url', service().url, ...flags], environment);
    for (const secret of [...Object.values(SECRETS), 'tenant-number', 'twilio-auth', API_KEY]) {
      assert.ok(!`${ended.stdout}${ended.stderr}`.includes(secret), 'no secret is printed');
    }
    return ended;
  }
  const api = async (path: string): Promise<Record<string, unknown>> =>
    Object((await callApi(service(), 'GET', path)).body);
  const endpoints = async () => (await api('/v1/endpoints')).data as Record<string, unknown>[];
  return { apply, api, endpoints, service, below };
}
