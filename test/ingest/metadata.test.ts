/** Data that people attach to a call becomes entries, one level deep. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADAPTERS, adapterByName } from '../../src/ingest/adapters.ts';
import { joined, metadataOf } from '../../src/ingest/metadata.ts';

test('texts, numbers and booleans are entries; deeper values are counted', () => {
  const data = { order: '17', count: 3, vip: true, none: null, deep: { a: 1 }, list: [1] };
  assert.deepEqual(metadataOf(data, 'x'), {
    metadata: { order: '17', count: '3', vip: 'true' },
    metadataLeftOut: 2,
  });
});

test('a text is the JSON of an object, or one entry of the name that is given', () => {
  assert.deepEqual(metadataOf('{"order":"17"}', 'x'), { metadata: { order: '17' } });
  for (const text of ['order 17', '[1]', '17', '{']) {
    assert.deepEqual(metadataOf(text, 'custom'), { metadata: { custom: text } });
  }
  for (const nothing of ['', null, undefined, 17, [], {}]) {
    assert.deepEqual(metadataOf(nothing, 'custom'), {});
  }
});

test('entries of the platform itself are left out, uncounted', () => {
  const data = { order: '17', system__id: { a: 1 } };
  assert.deepEqual(
    metadataOf(data, 'x', (key) => !key.startsWith('system__')),
    { metadata: { order: '17' } },
  );
});

test('a name with a meaning in JavaScript is an entry like any other', () => {
  const { metadata = {} } = metadataOf('{"__proto__":"a","constructor":"b"}', 'x');
  assert.deepEqual(Object.entries(metadata), [
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
});

test('two objects are merged, and the later value counts', () => {
  const both = joined(metadataOf({ a: '1', b: {} }, 'x'), metadataOf({ a: '2', c: [] }, 'x'));
  assert.deepEqual(both, { metadata: { a: '2' }, metadataLeftOut: 2 });
  assert.deepEqual(joined({}, {}), {});
});

const OWN = { order: '17', vip: true };
const STATE = Buffer.from(JSON.stringify(OWN)).toString('base64');
const token = (claims: object) => `${encoded({ alg: 'HS256' })}.${encoded(claims)}.unchecked`;
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * One event of each platform with data that its operator attached in the platform's own place, and
 * with SIP headers, which a caller can write.
 */
const EVENTS: Readonly<Record<string, object | string>> = {
  bland: {
    ...{ call_id: 'c1', status: 'completed', inbound: false, metadata: OWN },
    variables: { 'sip_header_x-order': '18' },
  },
  dialpad: token({
    ...{ call_id: 1, state: 'ringing', direction: 'outbound' },
    custom_data: JSON.stringify(OWN),
  }),
  elevenlabs: {
    type: 'post_call_transcription',
    data: {
      ...{ conversation_id: 'c1', status: 'done' },
      conversation_initiation_client_data: {
        dynamic_variables: {
          ...{ ...OWN, system__caller_id: '+15550100001', secret__key: 'k' },
          ...{ sip_contact_id: '18', SIP_Order: '18' },
        },
      },
      metadata: { phone_call: { direction: 'outbound' } },
    },
  },
  freeswitch: {
    channel_data: { direction: 'outbound' },
    variables: {
      ...{ uuid: 'c1', hangup_cause: 'USER_BUSY', sip_from_user: '1', 'sip_h_X-order': '18' },
      ...{ ringpost_order: '17', ringpost_vip: 'true' },
    },
  },
  jambonz: {
    ...{ call_sid: 'c1', call_status: 'ringing', direction: 'outbound' },
    ...{ customer_data: OWN, sip: { headers: { 'X-order': '18' } } },
  },
  livekit: {
    event: 'participant_joined',
    participant: {
      kind: 'SIP',
      metadata: '{"order":"17"}',
      attributes: {
        ...{ 'sip.callID': 'c1', 'sip.callStatus': 'active', 'lk.agent': 'a' },
        ...{ ringpost_vip: 'true', 'sip.h.x-order': '18', order: '18', contact: '18' },
      },
    },
  },
  retell: {
    event: 'call_started',
    call: {
      ...{ call_id: 'c1', direction: 'outbound', metadata: OWN },
      custom_sip_headers: { order: '18', contact: '18' },
      retell_llm_dynamic_variables: { order: '18', contact: '18' },
    },
  },
  sinch: {
    ...{ event: 'ace', callid: 'c1', custom: JSON.stringify(OWN) },
    callHeaders: [{ key: 'order', value: '18' }],
  },
  telnyx: {
    data: {
      event_type: 'call.initiated',
      payload: {
        ...{ call_leg_id: 'c1', direction: 'outgoing', client_state: STATE },
        custom_headers: [{ name: 'X-order', value: '18' }],
      },
    },
  },
  ultravox: {
    event: 'call.joined',
    call: {
      callId: 'c1',
      metadata: {
        ...{ ...OWN, 'ultravox.sip.header.order': '18' },
        'ultravox.sip.from_display_name': 'Order 18',
      },
    },
  },
  vapi: {
    message: {
      ...{ type: 'status-update', status: 'ringing' },
      call: {
        ...{ id: 'c1', type: 'outboundPhoneCall' },
        assistantOverrides: {
          variableValues: { order: '18', contact: '18' },
          metadata: OWN,
        },
      },
    },
  },
};

function metadataBy(name: string, event: object | string) {
  const result = adapterByName(name)?.read({
    method: 'POST',
    contentType: 'application/json',
    body: typeof event === 'string' ? event : JSON.stringify(event),
    headers: {},
    publicUrl: 'https://calls.example.com/x',
    query: {},
    secrets: [],
    nowMs: 0,
    isSample: true,
  });
  if (result?.kind !== 'taken') assert.fail(`${name}: ${result?.detail}`);
  const { metadata, metadataLeftOut } = result.reports[0]?.facts ?? {};
  return { ...(metadata !== undefined && { metadata: { ...metadata } }), metadataLeftOut };
}

test('S2.29: data that operators attach is metadata, data that callers write is not', () => {
  const known = ADAPTERS.filter(({ name }) => EVENTS[name] !== undefined);
  assert.equal(known.length, Object.keys(EVENTS).length);
  for (const { name } of known) {
    const wanted = { metadata: { order: '17', vip: 'true' }, metadataLeftOut: undefined };
    assert.deepEqual(metadataBy(name, EVENTS[name] ?? ''), wanted, name);
  }
});

test("S2.29: data that a caller's page or app attaches is not metadata", () => {
  const none = { metadataLeftOut: undefined };
  const elevenlabs = {
    type: 'post_call_transcription',
    data: {
      ...{ conversation_id: 'c1', status: 'done' },
      conversation_initiation_client_data: { dynamic_variables: OWN },
    },
  };
  assert.deepEqual(metadataBy('elevenlabs', elevenlabs), none);
  const call = { id: 'c1', assistantOverrides: { metadata: OWN } };
  for (const type of ['webCall', undefined]) {
    const message = { type: 'status-update', status: 'ringing', call: { ...call, type } };
    assert.deepEqual(metadataBy('vapi', { message }), none, type);
  }
});

test("Telnyx' client_state is one entry if it is no object, and none if it is no text", () => {
  for (const [given, metadata] of [
    ['b3JkZXIgMTc=', { client_state: 'order 17' }],
    ['gP+A', undefined],
    ['not base64!', undefined],
  ] as const) {
    const payload = { call_leg_id: 'c1', direction: 'outgoing', client_state: given };
    const result = adapterByName('telnyx')?.read({
      method: 'POST',
      contentType: 'application/json',
      body: JSON.stringify({ data: { event_type: 'call.initiated', payload } }),
      headers: {},
      publicUrl: '',
      query: {},
      secrets: [],
      nowMs: 0,
      isSample: true,
    });
    if (result?.kind !== 'taken') assert.fail(given);
    assert.deepEqual(result.reports[0]?.facts.metadata, metadata, given);
  }
});
