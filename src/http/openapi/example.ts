/**
 * The hand-written texts of the OpenAPI document about each operation: what a success means and, if
 * there is a body, an example that the service accepts as it stands. Tests post every request to a
 * real service and compare the answer with the one shown here, key by key.
 */

import type { Described } from './described.ts';
import { ACW_DESCRIBED } from './example-acw.ts';
import { INSTANCE_DESCRIBED } from './example-instance.ts';
import { OPERATOR_DESCRIBED } from './example-operator.ts';
import { PEOPLE_DESCRIBED } from './example-people.ts';

const AT = '2026-11-20T11:19:00.125Z';
const PROJECT = 'prj_01M7WRXSYE000000001';
const ENDPOINT = 'ep_01M7WRXSYE000000002';

const ENDPOINT_RECORD = {
  id: ENDPOINT,
  projectId: PROJECT,
  name: 'CRM',
  kind: 'custom',
  target: 'https://hooks.example.com/calls',
  warnings: [],
  triggers: ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'],
  filter: null,
  opsTriggers: [],
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  auth: { method: 'rsa-sha256' },
  contentKey: 'message',
  payloadVersion: 1,
  signatureFormat: 'webhook-signature',
  headers: [],
  timeoutMs: 10_000,
  retryScheduleMs: [5_000, 15_000, 45_000, 135_000, 405_000, 1_215_000],
  retryOther4xx: false,
  pacing: { ratePerS: null, burst: 20, concurrency: 20 },
  agent: null,
  health: {
    state: 'healthy',
    holdUntil: null,
    consecutiveFailures: 0,
    lastSuccessAt: null,
    attentionSince: null,
  },
  createdAt: AT,
  updatedAt: AT,
  revision: 1,
};

export const DESCRIBED: Readonly<Record<string, Described>> = {
  pullMessages: {
    success: 'The messages, or none after the wait; each is out until its lease ends',
    answer: {
      messages: [
        {
          lease: 'q7bWf0n3v6T1mYzR2cX8aKdJ',
          leaseUntil: AT,
          deliveryId: 'dlv_01M7WRXSYE000000007',
          messageId: 'msg_01M7WRXSYE000000006',
          callId: 'call-1',
          trigger: 'OUTBOUND_CALL_CALLING',
          sequence: 1,
          attempt: 1,
          headers: { 'webhook-id': 'msg_01M7WRXSYE000000006' },
          body: '{}',
        },
      ],
    },
  },
  acknowledgeMessages: {
    success: 'How many were settled, and which leases were over',
    request: { leases: ['q7bWf0n3v6T1mYzR2cX8aKdJ'] },
    answer: { settled: 0, lost: ['q7bWf0n3v6T1mYzR2cX8aKdJ'] },
  },
  failMessages: {
    success: 'How many were settled, and which leases were over',
    request: {
      leases: ['q7bWf0n3v6T1mYzR2cX8aKdJ'],
      reason: 'The CRM does not answer.',
      retryAfter: 60,
    },
    answer: { settled: 0, lost: ['q7bWf0n3v6T1mYzR2cX8aKdJ'] },
  },
  releaseMessages: {
    success: 'How many were given back, and which leases were over',
    request: { leases: ['q7bWf0n3v6T1mYzR2cX8aKdJ'] },
    answer: { settled: 0, lost: ['q7bWf0n3v6T1mYzR2cX8aKdJ'] },
  },
  reportCall: {
    success: 'The report and all that it fired are on disk; nothing waits for a receiver',
    request: { direction: 'OUTBOUND', status: 'CALLING', clientId: 'order_4712' },
    answer: {
      callId: 'call-1',
      applied: true,
      callStatus: 'CALLING',
      triggers: ['OUTBOUND_CALL_CALLING'],
    },
  },
  reportCalls: {
    success: 'A result for each item, in order; the accepted ones are on disk',
    request: {
      reports: [
        { callId: 'call-2', direction: 'OUTBOUND', status: 'CALLING' },
        { callId: 'call-2', status: 'COMPLETED' },
      ],
    },
    answer: {
      results: [
        {
          status: 202,
          callId: 'call-2',
          applied: true,
          callStatus: 'CALLING',
          triggers: ['OUTBOUND_CALL_CALLING'],
        },
        {
          status: 202,
          callId: 'call-2',
          applied: true,
          callStatus: 'COMPLETED',
          triggers: ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'],
        },
      ],
    },
  },
  createEndpoint: {
    success: 'The endpoint is registered and gets every trigger that fires from now on',
    request: {
      name: 'CRM',
      kind: 'custom',
      target: 'https://hooks.example.com/calls',
      auth: { method: 'rsa-sha256' },
      triggers: ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'],
    },
    answer: ENDPOINT_RECORD,
  },
  listEndpoints: { success: 'A page of endpoints' },
  getEndpoint: { success: 'The endpoint, secrets masked' },
  updateEndpoint: {
    success: 'The endpoint as it is now',
    request: { timeoutMs: 5_000, retryOther4xx: true },
    answer: { ...ENDPOINT_RECORD, timeoutMs: 5_000, retryOther4xx: true, revision: 2 },
  },
  deleteEndpoint: { success: 'Removed' },
  enableEndpoint: {
    success: 'Enabled; what was held goes out or is dropped, as asked',
    request: { held: 'send' },
    answer: { endpoint: ENDPOINT_RECORD, cancelled: 0 },
  },
  rotateEndpointSecret: { success: 'The new secret, this once', request: { overlapHours: 24 } },
  disableEndpoint: { success: 'Disabled; its deliveries are held' },
  recoverEndpoint: {
    success: 'How many deliveries were taken up again',
    request: { since: '2026-11-20T00:00:00Z' },
    answer: { reopened: 0, more: false, jobId: 'blk_01M7WRXSYE000000008' },
  },
  testEndpoint: {
    success: 'How the receiver answered, also when it refused or was not reached',
    request: { trigger: 'OUTBOUND_CALL_COMPLETED' },
  },
  previewEndpoint: {
    success: 'Headers and body as they would be sent',
    request: { kind: 'custom', trigger: 'OUTBOUND_CALL_ERROR' },
  },
  probeEndpoint: {
    success: 'What a delivery would meet there, also when it would not be reached',
    request: { kind: 'custom', target: 'https://hooks.example.com/calls' },
  },
  checkEndpoint: {
    success: 'What it would be refused for, and warned of; nothing is registered',
    request: {
      name: 'Sales channel',
      kind: 'slack',
      triggers: ['OUTBOUND_CALL_COMPLETED'],
      target: 'https://hooks.slack.com/workflows/T000/A000/1/secret',
    },
  },
  checkEndpointChange: {
    success: 'What the change would be refused for, and warned of; nothing is changed',
    request: { timeoutMs: 5_000 },
    answer: { errors: [], warnings: [] },
  },
  listDeliveries: { success: 'A page of deliveries' },
  getDelivery: { success: 'The delivery, its body and its attempts' },
  retryDelivery: { success: 'The delivery, due for one more attempt' },
  cancelDelivery: {
    success: 'The delivery, given up',
    request: { reason: 'The receiver has it from elsewhere.' },
  },
  retryDeliveries: {
    success: 'How many deliveries get one more attempt',
    request: { filter: { state: ['exhausted'], from: '2026-11-20T00:00:00Z' } },
  },
  listCalls: { success: 'A page of calls' },
  getCall: { success: 'The call and its timeline' },
  deleteCall: { success: 'Deleted, or it was before' },
  explainCall: { success: 'One explanation for each trigger that matters here' },
  listSourceAdapters: { success: 'All adapters, in the order of their names' },
  listSources: { success: 'A page of ingest sources' },
  getSource: { success: 'The source, its secret masked' },
  listSourceRequests: { success: 'The last 50 requests at most' },
  createSource: {
    success: 'The source; give its url to the platform',
    request: { name: 'Twilio main', adapter: 'twilio', secret: 'auth-token-of-the-account' },
  },
  updateSource: { success: 'The source as it is now', request: { name: 'Twilio second' } },
  trySource: {
    success: 'What the sample would become; nothing is stored',
    request: { body: 'CallSid=CA7f1d&CallStatus=completed' },
  },
  deleteSource: { success: 'Removed' },
  ingestCallback: {
    success: 'Taken, or of no use; either way not to be sent again',
    form: { CallSid: 'CA7f1d', CallStatus: 'completed', Direction: 'outbound-api' },
  },
  ingestQuery: { success: 'Taken, or the answer to a try of the address' },
  listInbox: { success: 'A page of items' },
  getInboxItem: { success: 'The item with its headers and body' },
  clearInbox: { success: 'How many items there were' },
  listInboxBoxes: { success: 'All boxes of the project' },
  getInboxBox: { success: 'The box' },
  programInboxBox: {
    success: 'The box as it behaves from now on',
    request: { status: 503, retryAfter: '2', first: 2 },
  },
  resetInboxBox: { success: 'The box as it behaves from now on' },
  listSigningKeys: { success: 'All keys, also those that signed once' },
  createSigningKey: { success: 'The next key, published' },
  rotateSigningKeys: { success: 'All keys as they are now', request: { overlapDays: 7 } },
  revokeSigningKey: { success: 'All keys as they are now' },
  getJwks: { success: 'The published keys as a JSON Web Key Set' },
  getSigningKeyPem: { success: 'The public key as SPKI PEM' },
  listApiKeys: { success: 'A page of API keys, without the keys themselves' },
  getApiKey: { success: 'The API key, without the key itself' },
  createApiKey: {
    success: 'The API key with its token, shown this once',
    request: { name: 'PBX reporter', scopes: ['reports:write', 'calls:read'] },
    answer: {
      id: 'key_01M7WRXSYE000000003',
      name: 'PBX reporter',
      hint: '••••9f3c',
      scopes: ['reports:write', 'calls:read'],
      createdAt: AT,
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
      inEnvironment: false,
      madeBy: { kind: 'member', id: 'usr_01M7WRXSYE000000004', name: 'Kim', state: 'active' },
      token: 'rp_shown-only-in-this-answer-9f3c',
    },
  },
  revokeApiKey: { success: 'Revoked for good' },
  getProject: { success: 'The project and its settings' },
  updateProject: {
    success: 'The project as it is now',
    request: { serviceName: 'Acme Calls', retention: { deliveredDays: 14 }, maskForViewers: true },
  },
  listAudit: { success: 'A page of changes' },
  ...PEOPLE_DESCRIBED,
  ...ACW_DESCRIBED,
  ...INSTANCE_DESCRIBED,
  ...OPERATOR_DESCRIBED,
  getStats: { success: 'Figures for each step and in all' },
  getSystem: { success: 'Figures of this process and its store' },
  getOnboarding: { success: 'The steps, done or not' },
  listTriggers: { success: 'All 19, in the order of the reference' },
  search: { success: 'What was found, the best match first' },
  streamEvents: { success: 'Lines of events, until the reader ends it' },
  getHealth: { success: 'The process answers' },
  getReadiness: { success: 'It can do its work' },
  getMetrics: { success: 'Prometheus text' },
  getOpenapi: { success: 'This document, OpenAPI 3.1' },
};
