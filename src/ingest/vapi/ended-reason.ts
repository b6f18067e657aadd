/**
 * Step 1 for Vapi, how a call ended: its `endedReason` as a table (S2.17, S2.18). Documents: Call
 * ended reasons, and the type ServerMessageEndOfCallReportEndedReason of server-sdk 2.0.1, read on
 * 2026-11-26. Reasons of the pipeline are hundreds with few beginnings, so these count.
 */
import { type ByHint, INTERRUPTED, statusTable } from '../status-table.ts';

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const DENIED = 'ERROR CALL_NOT_PERMITTED';
const FAULT = 'ERROR INTERNAL_ERROR';
/** Of a call that was stopped by hand: only one that was answered was a call. */
const STOPPED: ByHint = { ANSWERED: 'COMPLETED', otherwise: 'CANCELED' };

/** Of a transport or worker. */
const PROGRESS = 'call.in-progress.error-';
const SIP = `${PROGRESS}providerfault-outbound-sip-`;
const START = 'call.start.error-';

export const ENDED_REASONS = statusTable({
  // endedReason                                            outbound         inbound
  'assistant-ended-call': /*                            */ ['COMPLETED', 'COMPLETED'],
  'assistant-ended-call-after-message-spoken': /*       */ ['COMPLETED', 'COMPLETED'],
  'assistant-ended-call-with-hangup-task': /*           */ ['COMPLETED', 'COMPLETED'],
  'assistant-said-end-call-phrase': /*                  */ ['COMPLETED', 'COMPLETED'],
  'assistant-forwarded-call': /*                        */ ['COMPLETED', 'COMPLETED'],
  'assistant-request-returned-forwarding-phone-number': ['COMPLETED', 'COMPLETED'],
  'customer-ended-call': /*                             */ ['COMPLETED', 'COMPLETED'],
  'customer-ended-call-before-warm-transfer': /*        */ ['COMPLETED', 'COMPLETED'],
  'customer-ended-call-after-warm-transfer-attempt': /* */ ['COMPLETED', 'COMPLETED'],
  'customer-ended-call-during-transfer': /*             */ ['COMPLETED', 'COMPLETED'],
  'exceeded-max-duration': /*                           */ ['COMPLETED', 'COMPLETED'],
  'silence-timed-out': /*                               */ ['COMPLETED', 'COMPLETED'],
  'call.ending.hook-executed-say': /*                   */ ['COMPLETED', 'COMPLETED'],
  'call.ending.hook-executed-transfer': /*              */ ['COMPLETED', 'COMPLETED'],
  'call.ringing.hook-executed-say': /*                  */ ['COMPLETED', 'COMPLETED'],
  'call.ringing.hook-executed-transfer': /*             */ ['COMPLETED', 'COMPLETED'],
  'call.forwarding.operator-busy': /*                   */ ['COMPLETED', 'COMPLETED'],
  'call.forwarding.no-answer': /*                       */ ['COMPLETED', 'COMPLETED'],
  'call.in-progress.twilio-completed-call': /*          */ ['COMPLETED', 'COMPLETED'],
  'call.in-progress.sip-completed-call': /*             */ ['COMPLETED', 'COMPLETED'],
  'vonage-completed': /*                                */ ['COMPLETED', 'COMPLETED'],
  voicemail: /*                                         */ ['VOICEMAIL_REACHED', 'COMPLETED'],
  'manually-canceled': /*                               */ [STOPPED, 'COMPLETED'],
  'scheduled-call-deleted': /*                          */ ['CANCELED', 'COMPLETED'],
  'call.ringing.sip-inbound-caller-hungup-before-call-connect': ['CANCELED', 'COMPLETED'],
  'customer-busy': /*                                   */ ['BUSY', FAILED],
  'customer-did-not-answer': /*                         */ ['NO_RESPONSE', FAILED],
  'twilio-reported-customer-misdialed': /*              */ ['UNREACHABLE', FAILED],
  [`${SIP}408-*`]: /*                                   */ ['NO_RESPONSE', FAILED],
  [`${SIP}480-*`]: /*                                   */ ['UNREACHABLE', FAILED],
  [`${SIP}403-*`]: /*                                   */ [DENIED, DENIED],
  [`${SIP}407-*`]: /*                                   */ [DENIED, DENIED],
  [`${SIP}503-*`]: /*                                   */ [FAILED, FAILED],
  'assistant-join-timed-out': /*                        */ [FAILED, FAILED],
  'assistant-not-found': /*                             */ [FAILED, FAILED],
  'assistant-not-valid': /*                             */ [FAILED, FAILED],
  'assistant-request-failed': /*                        */ [FAILED, FAILED],
  'assistant-request-returned-*': /*                    */ [FAILED, FAILED],
  'customer-did-not-give-microphone-permission': /*     */ [FAILED, FAILED],
  'twilio-failed-to-connect-call': /*                   */ [FAILED, FAILED],
  'vonage-failed-to-connect-call': /*                   */ [FAILED, FAILED],
  'vonage-rejected': /*                                 */ [FAILED, FAILED],
  'phone-call-provider-bypass-enabled-but-no-call-received': [FAILED, FAILED],
  'call.ringing.error-sip-inbound-call-failed-to-connect': [FAILED, FAILED],
  [`${PROGRESS}sip-inbound-call-failed-to-connect`]: /* */ [FAILED, FAILED],
  [`${PROGRESS}sip-outbound-call-failed-to-connect`]: /**/ [FAILED, FAILED],
  [`${PROGRESS}sip-telephony-provider-failed-to-connect-call`]: [FAILED, FAILED],
  [`${PROGRESS}vapifault-transport-never-connected`]: /**/ [FAILED, FAILED],
  [`${PROGRESS}providerfault-transport-never-connected`]: [FAILED, FAILED],
  [`${PROGRESS}vapifault-transport-connected-but-call-not-active`]: [FAILED, FAILED],
  [`${PROGRESS}vapifault-worker-not-available`]: /*     */ [FAILED, FAILED],
  'call-start-error-neither-assistant-nor-server-set': [FAILED, FAILED],
  'call.start.*': /*                                    */ [FAILED, FAILED],
  [`${START}vapifault-*`]: /*                           */ [FAULT, FAULT],
  [`${START}subscription-*`]: /*                        */ [DENIED, DENIED],
  [`${START}subscription-concurrency-limit-reached`]: [FAILED, 'CONCURRENCY_LIMIT_EXCEEDED'],
  [`${START}fraud-check-failed`]: /*                    */ [DENIED, DENIED],
  [`${START}enterprise-feature-not-available-*`]: /*    */ [DENIED, DENIED],
  [`${START}vapi-number-*`]: /*                         */ [DENIED, DENIED],
  // The call had begun, and the model, the voice, the recogniser, a worker or a line was lost.
  [`${PROGRESS}*`]: /*                                  */ INTERRUPTED,
  'pipeline-error-*': /*                                */ INTERRUPTED,
  'pipeline-no-available-llm-model': /*                 */ INTERRUPTED,
  'phone-call-provider-closed-websocket': /*            */ INTERRUPTED,
  'vonage-disconnected': /*                             */ INTERRUPTED,
  'worker-shutdown': /*                                 */ INTERRUPTED,
  // The record of the call was deleted, which is no end of it.
  'call-deleted': /*                                    */ [null, null],
});
