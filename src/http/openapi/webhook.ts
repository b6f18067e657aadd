/**
 * The `webhooks` section of the OpenAPI document: for each of the 19 triggers the request that a
 * Custom endpoint receives, and the launch of a self-provided agent, each with its headers, the
 * exact keys of `data` and an example made by the code that makes real bodies. Source: S3, S4,
 * S7.1, S9.4.
 */

import { ERROR_CODES } from '../../core/payload/call-error.ts';
import { assembleBody, bodyFor } from '../../core/payload/render.ts';
import { sampleFiring } from '../../core/payload/sample.ts';
import { TRIGGERS, type Trigger } from '../../core/trigger/trigger.ts';
import { Facts } from '../schema/call.ts';

interface Schema {
  readonly type: 'string';
  readonly description?: string;
  readonly enum?: string[];
}

/** A fixed time, so that the document is the same on every start. */
const EXAMPLE_AT_MS = Date.UTC(2026, 10, 20, 11, 19, 0, 125);

const ORDER =
  'Deliveries of one call to one endpoint come in order, one at a time. The same webhook-id can ' +
  'come again: de-duplicate by it. Errors are present only when there are any.';
const LAUNCHED_BY: Trigger = 'CALL_LOG_CREATED';
const PROJECT_ID = 'prj_01M7WRXSYE000000001';

export function webhooks() {
  const fired = TRIGGERS.map((trigger) => [trigger, { post: notification(trigger) }] as const);
  return Object.fromEntries([...fired, ['ACW_LAUNCH', { post: launch() }] as const]);
}

function notification(trigger: Trigger) {
  const { text, data, errors } = sampleFiring(trigger, 'Ringpost', EXAMPLE_AT_MS);
  return operation({
    name: trigger,
    summary: `${trigger} to a Custom endpoint`,
    description:
      trigger === 'ACW_COMPLETED' ? `Errors are present when isError is "true". ${ORDER}` : ORDER,
    failed: trigger.endsWith('_CALL_ERROR'),
    body: assembleBody('message', text, data, errors),
    headers: HEADERS,
  });
}

function launch() {
  const agent = { kind: 'self-provided-agent', projectId: PROJECT_ID } as const;
  return operation({
    name: 'ACW_LAUNCH',
    summary: 'The launch of a self-provided agent',
    description:
      `The notification of the trigger that launches it (here ${LAUNCHED_BY}), with projectId as ` +
      'the last key of data, and what runs in two headers. Any 2xx accepts it; the agent answers ' +
      `with POST /v1/acw-results before its deadline. ${ORDER}`,
    failed: false,
    body: bodyFor(agent, 'message', sampleFiring(LAUNCHED_BY, 'Ringpost', EXAMPLE_AT_MS)),
    headers: [...HEADERS, ...LAUNCH_HEADERS],
  });
}

interface Sent {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Whether there is at least one error. */
  readonly failed: boolean;
  readonly body: string;
  readonly headers: typeof HEADERS;
}

function operation({ name: on, summary, description: about, failed, body, headers }: Sent) {
  const example: { readonly data: object } = JSON.parse(body);
  return {
    operationId: `on_${on}`,
    summary,
    description: about,
    tags: ['webhooks'],
    security: [],
    parameters: headers.map(([name, description, required]) => ({
      name,
      in: 'header',
      description,
      required,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: payloadSchema(failed, Object.keys(example.data)),
          example,
        },
      },
    },
    responses: {
      '2XX': { description: 'Taken; the body of the answer is not used' },
      '408': { description: 'Tried again, as 425, 429, any 5xx and a timeout' },
      '410': { description: 'Refused, and the endpoint is disabled' },
      '4XX': { description: 'Refused, not tried again unless the endpoint says so' },
    },
  };
}

function payloadSchema(failed: boolean, keys: readonly string[]) {
  return {
    type: 'object',
    required: ['message', 'data', ...(failed ? ['errors'] : [])],
    properties: {
      message: {
        type: 'string',
        description: 'Display text, not for programs. The key is the endpoint setting contentKey.',
      },
      data: {
        type: 'object',
        required: [...keys],
        properties: Object.fromEntries([
          ...keys.map((key) => [key, DATA_KEYS[key] ?? { type: 'string' as const }] as const),
          ['call', CALL] as const,
        ]),
      },
      errors: ERRORS,
    },
  };
}

const CALL = {
  ...Facts,
  title: 'WebhookCall',
  description: 'Only in payload version 2: what is known of the call; empty if nothing is',
};

const DATA_KEYS: Readonly<Record<string, Schema>> = {
  callId: { type: 'string', description: 'Unique id of the call' },
  callStatus: { type: 'string', description: 'Not for detecting errors' },
  callSid: { type: 'string', description: "The platform's id; empty when absent" },
  clientId: { type: 'string', description: "The application's id; empty when absent" },
  direction: { type: 'string', enum: ['OUTBOUND', 'INBOUND', ''] },
  acwAgentId: { type: 'string', description: 'The agent that ran' },
  acwResultId: { type: 'string', description: 'Fetch it with GET /v1/acw-results' },
  isError: { type: 'string', enum: ['true', 'false'] },
  projectId: { type: 'string', description: 'The project of the call' },
};

const ERRORS = {
  type: 'array',
  minItems: 1,
  description: 'Present only when an error occurred',
  items: {
    title: 'CallError',
    type: 'object',
    required: ['code', 'message', 'timestamp'],
    properties: {
      code: { type: 'string', enum: [...ERROR_CODES] },
      message: { type: 'string', description: 'Fixed for each code' },
      timestamp: { type: 'string', format: 'date-time' },
    },
  },
};

/** Name, description, and whether it is always sent. */
const HEADERS: readonly (readonly [name: string, description: string, required: boolean])[] = [
  ['webhook-id', 'msg_...; the same on every retry and at every endpoint', true],
  ['webhook-timestamp', 'Seconds, of this attempt', true],
  ['webhook-event', 'The trigger', true],
  ['webhook-endpoint-id', 'ep_...', true],
  ['webhook-attempt', 'From 1', true],
  ['webhook-sequence', 'Position in the lane of (endpoint, call), from 1', true],
  ['webhook-payload-version', '1, or 2 if the endpoint has payloadVersion 2', true],
  [
    'traceparent',
    'The span of this attempt, if it is traced (W3C Trace Context); not signed',
    false,
  ],
  ['webhook-reopened', 'true if an operator reopened it: it may come after later ones', false],
  ['webhook-reopened-signature', 'v3rs256,<base64> or v3,<base64>, with webhook-reopened', false],
  ['authorization', 'Bearer <token>, when the endpoint has a token', false],
  ['webhook-key-id', 'Key ids in the order of the signatures (rsa-sha256)', false],
  [
    'webhook-signature',
    'v1rs256,<base64> (rsa-sha256) or v1,<base64> (hmac-sha256, Standard Webhooks) over ' +
      'id.timestamp.body; space-separated while keys or secrets rotate',
    false,
  ],
  [
    'webhook-identity-signature',
    'v2rs256,<base64> or v2,<base64> over version.id.timestamp.endpoint.event.sequence.' +
      'payload-version.run.body: all that a receiver acts on',
    false,
  ],
  ['signature-input', 'RFC 9421, when the endpoint asks for it', false],
  ['signature', 'RFC 9421, when the endpoint asks for it', false],
  ['content-digest', 'RFC 9530, with RFC 9421', false],
];

const LAUNCH_HEADERS: typeof HEADERS = [
  ['acw-agent-id', 'ep_..., the agent: acwAgentId of its result', true],
  ['acw-run-id', 'run_..., this run: acwRunId of its result', true],
];
