/**
 * Step 1 for Twilio and its family (SignalWire, and others that post the same form with the same
 * signature): parses the form, verifies that the provider sent it, and makes a report or a hint of
 * it. Refuses only callbacks that no provider would send; a genuine one without use is taken, so
 * that the provider does not retry it. Source: S2.14 to S2.16.
 */
import {
  CALLBACK_BYTES_MAX,
  type IngestAdapter,
  type IngestRequest,
  type IngestResult,
} from '../../engine/ports/ingest-adapter.ts';
import { parseForm } from '../form.ts';
import { NO_CONTENT, refused } from '../result.ts';
import { formFault } from '../signature/form-hmac.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { boundaryFault } from './boundary.ts';
import { readCallback } from './report.ts';

const HEADERS = ['x-twilio-signature', 'x-signalwire-signature'] as const;

export const twilioAdapter: IngestAdapter = {
  name: 'twilio',
  about: {
    title: 'Twilio',
    signature: 'HMAC-SHA1 over the address and the form',
    secret: {
      from: 'platform',
      where: 'The auth token of the account: Twilio Console, Account Info, Auth Token.',
      form: 'text',
    },
    address:
      'Enter it as status callback of a phone number or of each call, with the events initiated, ' +
      'ringing, answered and completed.',
    events: 'begin, ringing, answer, end with its cause, answering machine',
    callLogs: false,
    guide: 'ingest-from-twilio.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/x-www-form-urlencoded'],
  bodyBytesMax: CALLBACK_BYTES_MAX,
  signsAddress: true,
  proofHeaders: () => HEADERS,
  windowMs: null,
  answer: NO_CONTENT,
  // Twilio sends again what the guide's address asks it to: 5xx, but not 429.
  statusOf: { RATE_LIMITED: 503 },
  secretFault: keyFileFault,
  read,
};

function read(request: IngestRequest): IngestResult {
  const form = parseForm(request.body);
  if (form.kind === 'malformed') return refused('MALFORMED_FORM', form.detail);
  const { fields } = form;
  const { headers, publicUrl, query } = request;
  // SignalWire signs the same way under its own header name.
  const fault =
    formFault(request, fields, HEADERS) ??
    (request.isSample === true ? null : boundaryFault(publicUrl, fields));
  if (fault !== null) return refused('SIGNATURE_INVALID', fault);
  return readCallback(fields, { query, idempotencyToken: headers['i-twilio-idempotency-token'] });
}
