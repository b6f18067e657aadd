/**
 * Step 1 for ElevenLabs Agents: verifies that ElevenLabs signed the webhook (`t=…,v0=…`,
 * HMAC-SHA256 over `t.body`), makes a report of it, and of a conversation its log. Documents:
 * Post-call webhooks, Webhooks, Dynamic variables, the conversation of the API, and
 * wrapper/webhooks of elevenlabs-js 2, read on 2026-11-26. ElevenLabs wants 200; if the webhook is
 * set so, it tries a transcript again, up to 5 times, after 408, 429 and 5xx. It switches a webhook
 * off that failed 10 times in a row without a success for 7 days. Source: S2.14, S2.15, S2.21,
 * S2.29.
 */
import type { Direction } from '../../core/call/status.ts';
import {
  INGEST_BYTES_MAX,
  type IngestAdapter,
  type IngestFacts,
  type IngestRequest,
  type IngestResult,
} from '../../engine/ports/ingest-adapter.ts';
import { nameCall } from '../call-naming.ts';
import {
  isObject,
  type JsonObject,
  numberAt,
  parseObject,
  textAt,
  timeAt,
  valueAt,
} from '../json.ts';
import { metadataOf } from '../metadata.ts';
import { ignored, OK, refused, strangeDirection, taken, visible } from '../result.ts';
import { hmacOfTimeAndBody } from '../signature/hmac-timed.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { INTERRUPTED, reportOf, statusTable } from '../status-table.ts';
import { callLogOf, endOf, foundVoicemail } from './call-log.ts';

/** What ElevenLabs' own library tolerates. */
const WINDOW_MS = 30 * 60_000;

export const elevenLabsAdapter: IngestAdapter = {
  name: 'elevenlabs',
  about: {
    title: 'ElevenLabs',
    signature: 'HMAC-SHA256 over the time and the body',
    secret: {
      from: 'platform',
      where: 'The secret that ElevenLabs shows once, when you make the post-call webhook.',
      form: 'text',
    },
    address:
      'Make a post-call webhook with it in the settings of ElevenLabs Agents, with HMAC, ' +
      'transcripts, call initiation failures and retries on, and audio data off.',
    events: 'end with its cause, call that was not connected',
    callLogs: true,
    guide: 'ingest-from-elevenlabs.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/json'],
  bodyBytesMax: INGEST_BYTES_MAX,
  signsAddress: false,
  proofHeaders: () => ['elevenlabs-signature'],
  windowMs: WINDOW_MS,
  answer: OK,
  statusOf: {},
  secretFault: keyFileFault,
  read,
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const DENIED = 'ERROR CALL_NOT_PERMITTED';

/**
 * `status` of a conversation, with what its agent found; `failure_reason` of a call that was not
 * connected, with the SIP code if ElevenLabs does not know the reason.
 */
const TABLE = statusTable({
  // word                        outbound             inbound
  'call done': /*            */ ['COMPLETED', 'COMPLETED'],
  'call done voicemail': /*  */ ['VOICEMAIL_REACHED', 'COMPLETED'],
  'call failed': /*          */ INTERRUPTED,
  'call failed voicemail': /**/ ['VOICEMAIL_REACHED', INTERRUPTED[1]],
  'failure busy': /*         */ ['BUSY', FAILED],
  'failure no-answer': /*    */ ['NO_RESPONSE', FAILED],
  'failure unknown': /*      */ [FAILED, FAILED],
  'failure unknown *': /*    */ [FAILED, FAILED],
  'failure unknown 404': /*  */ ['UNREACHABLE', FAILED],
  'failure unknown 410': /*  */ ['UNREACHABLE', FAILED],
  'failure unknown 480': /*  */ ['UNREACHABLE', FAILED],
  'failure unknown 484': /*  */ ['UNREACHABLE', FAILED],
  'failure unknown 604': /*  */ ['UNREACHABLE', FAILED],
  'failure unknown 401': /*  */ [DENIED, DENIED],
  'failure unknown 403': /*  */ [DENIED, DENIED],
  'failure unknown 407': /*  */ [DENIED, DENIED],
  'failure unknown 607': /*  */ [DENIED, DENIED],
  'failure unknown 608': /*  */ [DENIED, DENIED],
});

const signatureFault = hmacOfTimeAndBody({
  style: 't,v0',
  header: 'elevenlabs-signature',
  timeHeader: null,
  windowMs: WINDOW_MS,
});

/** Megabytes of sound, which need not be read as JSON to be ignored. */
const AUDIO = /^\s*\{\s*"type"\s*:\s*"post_call_audio"/;

function read(request: IngestRequest): IngestResult {
  const fault = signatureFault(request);
  if (fault !== null) return refused('SIGNATURE_INVALID', fault);
  if (AUDIO.test(request.body)) return ignored(SOUND);
  const webhook = parseObject(request.body);
  if (webhook === null) return refused('MALFORMED_JSON', 'The body is no JSON object.');
  const { type, data } = webhook;
  if (typeof type !== 'string') return refused('INVALID_INPUT', 'type must be a text.');
  if (type === 'post_call_audio') return ignored(SOUND);
  const isCall = type === 'post_call_transcription';
  if (!isCall && type !== 'call_initiation_failure') {
    return ignored('The event is not known.', `type ${visible(type)}`);
  }
  if (!isObject(data)) return refused('INVALID_INPUT', 'data must be an object.');
  if (isChat(data)) return ignored('A chat is no call.');
  const names = nameCall(request.query, textAt(data, 'conversation_id'), 'data.conversation_id');
  if (names.kind === 'refused') return names;
  const word = isCall ? callWord(data) : failureWord(data);
  const line = TABLE.line(word);
  if (line === null) return ignored('The status is not known.', visible(word));
  const direction = isCall ? directionOf(data) : 'OUTBOUND';
  if (direction === undefined) {
    return strangeDirection('direction', textAt(data, 'metadata.phone_call.direction'));
  }
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: isCall ? endOf(data) : timeAt(webhook, 'event_timestamp', 1_000),
    reportId: `elevenlabs:${names.callSid}:${visible(word)}`,
    cause: causeOf(data),
    facts: isCall ? factsOfCall(data, direction) : factsOfFailure(data),
  });
  const log = isCall ? callLogOf(data, direction) : null;
  const { callId } = names;
  return taken({
    reports: report === null ? [] : [report],
    callLog: log === null ? null : { callId, log },
  });
}

const SOUND = 'The sound of a call is not kept.';

function isChat(data: JsonObject): boolean {
  return isObject(data.metadata) && data.metadata.text_only === true;
}

function callWord(data: JsonObject): string {
  const found = foundVoicemail(data) ? ' voicemail' : '';
  return `call ${textAt(data, 'status') ?? '-'}${found}`;
}

function failureWord(data: JsonObject): string {
  const reason = textAt(data, 'failure_reason') ?? '-';
  const code = sipCodeOf(data);
  return reason === 'unknown' && code !== null ? `failure unknown ${code}` : `failure ${reason}`;
}

const DIRECTIONS: ReadonlyMap<string | null, Direction> = new Map([
  ['inbound', 'INBOUND'],
  ['outbound', 'OUTBOUND'],
]);

/**
 * A call that is no phone call was begun by a person, on a page or in an app. Undefined: a phone
 * call says no direction that is known.
 */
function directionOf(data: JsonObject): Direction | undefined {
  if (!isPhoneCall(data)) return 'INBOUND';
  return DIRECTIONS.get(textAt(data, 'metadata.phone_call.direction'));
}

function isPhoneCall(data: JsonObject): boolean {
  return isObject(valueAt(data, 'metadata.phone_call'));
}

function causeOf(data: JsonObject): string | null {
  return (
    textAt(data, 'failure_reason') ??
    textAt(data, 'metadata.error.reason') ??
    textAt(data, 'metadata.termination_reason')
  );
}

/** Of a SIP trunk as a number, of Twilio as the text of a form. */
function sipCodeOf(data: JsonObject): number | null {
  const code =
    numberAt(data, 'metadata.body.sip_status_code') ??
    Number(textAt(data, 'metadata.body.SipResponseCode') ?? Number.NaN);
  return Number.isInteger(code) && code >= 100 && code <= 699 ? code : null;
}

function factsOfCall(data: JsonObject, direction: Direction): IngestFacts {
  const agent = textAt(data, 'metadata.phone_call.agent_number');
  const other = textAt(data, 'metadata.phone_call.external_number');
  const [from, to] = direction === 'OUTBOUND' ? [agent, other] : [other, agent];
  const endedAtMs = endOf(data);
  const durationMs = timeAt(data, 'metadata.call_duration_secs', 1_000);
  const answeredAtMs = timeAt(data, 'metadata.accepted_time_unix_secs', 1_000);
  return {
    ...factsOfBoth(data, from, to),
    ...(isPhoneCall(data) && attachedTo(data)),
    ...(answeredAtMs !== null && { answeredAtMs }),
    ...(endedAtMs !== null && { endedAtMs }),
    ...(durationMs !== null && { durationMs }),
  };
}

function factsOfFailure(data: JsonObject): IngestFacts {
  const text = (name: string) => textAt(data, `metadata.body.${name}`);
  const sipCode = sipCodeOf(data);
  return {
    ...factsOfBoth(data, text('from_number') ?? text('From'), text('to_number') ?? text('To')),
    ...attachedTo(data),
    ...(sipCode !== null && { sipCode }),
  };
}

/**
 * `system__…` are ElevenLabs' own, `secret__…` must not go on, and `sip_…` are SIP headers, which a
 * caller can write.
 */
const NOT_OWN: readonly string[] = ['system__', 'secret__', 'sip_'];

function isOwn(variable: string): boolean {
  return !NOT_OWN.some((prefix) => variable.toLowerCase().startsWith(prefix));
}

/** Of a call on a page or in an app, the person who calls there could write them. */
function attachedTo(data: JsonObject): IngestFacts {
  const variables = valueAt(data, 'conversation_initiation_client_data.dynamic_variables');
  return metadataOf(variables, '-', isOwn);
}

function factsOfBoth(data: JsonObject, from: string | null, to: string | null): IngestFacts {
  const [cause, agentId] = [causeOf(data), textAt(data, 'agent_id')];
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(cause !== null && { hangupCause: cause }),
    ...(agentId !== null && { agentId }),
  };
}
