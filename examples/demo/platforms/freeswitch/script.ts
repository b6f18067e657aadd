/**
 * What mod_json_cdr of FreeSWITCH posts when the leg of a call has ended, with its credentials.
 * Must use no code of the adapter.
 */
import type { PlatformScript } from '../script.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const START = 1_795_132_800;

/** The members that mod_json_cdr writes, with values as its `encode-values` escapes them. */
export function of(end: string, cause: string, more: Fields = {}): Fields {
  const { direction = 'outbound', profile = {}, ...variables } = more;
  return {
    'core-uuid': '00000000-0000-4000-8000-00000000core',
    switchname: 'pbx.example.com',
    channel_data: { state: 'CS_REPORTING', direction, state_number: '11' },
    variables: {
      uuid: `97ceeb52-58b6-11e1-86da-${end.padStart(12, '0')}`,
      hangup_cause: cause,
      start_epoch: String(START),
      answer_epoch: '0',
      end_epoch: String(START + 9),
      duration: '9',
      ...variables,
    },
    app_log: { applications: [] },
    callflow: [
      { dialplan: 'XML', caller_profile: { destination_number: '1000' } },
      {
        dialplan: 'XML',
        caller_profile: {
          caller_id_number: '%2B15550100001',
          destination_number: '15550100002',
          ...(profile as Fields),
        },
      },
    ],
  };
}

export const ANSWERED = { answer_epoch: String(START + 2) };
export const INBOUND = { direction: 'inbound' };
export const basic = (secret: string): string => `Basic ${Buffer.from(secret).toString('base64')}`;

export const freeswitchScript: PlatformScript<Fields> = {
  secrets: ['ringpost:secret-01', 'ringpost:secret-02', 'ringpost:secret-03'],
  send: (record, { secret }) => ({
    contentType: 'application/json',
    body: JSON.stringify(record),
    headers: { authorization: basic(secret) },
  }),
  events: [
    { event: of('1', 'NORMAL_CLEARING', ANSWERED), becomes: 'OUTBOUND COMPLETED' },
    {
      event: of('2', 'NORMAL_CLEARING', { ...ANSWERED, ...INBOUND }),
      becomes: 'INBOUND COMPLETED',
    },
    { event: of('3', 'USER_BUSY'), becomes: 'OUTBOUND BUSY' },
    { event: of('4', 'NO_ANSWER'), becomes: 'OUTBOUND NO_RESPONSE' },
    { event: of('5', 'UNALLOCATED_NUMBER'), becomes: 'OUTBOUND UNREACHABLE' },
    { event: of('6', 'ORIGINATOR_CANCEL'), becomes: 'OUTBOUND CANCELED' },
    { event: of('7', 'ORIGINATOR_CANCEL', INBOUND), becomes: 'INBOUND COMPLETED' },
    {
      event: of('8', 'NORMAL_TEMPORARY_FAILURE'),
      becomes: 'OUTBOUND ERROR CALL_CONNECTION_FAILED',
    },
    { event: of('9', 'OUTGOING_CALL_BARRED'), becomes: 'OUTBOUND ERROR CALL_NOT_PERMITTED' },
    {
      event: of('10', 'MEDIA_TIMEOUT', ANSWERED),
      becomes: 'OUTBOUND ERROR CALL_INTERRUPTED',
    },
    {
      event: of('11', 'NO_ANSWER', INBOUND),
      becomes: 'INBOUND ERROR CALL_CONNECTION_FAILED',
    },
    { event: of('12', 'NORMAL_CLEARING', { originator: 'a-leg' }), becomes: 'ignored' },
    {
      event: of('13', 'USER_BUSY', { profile: { originator: { originator_caller_profiles: [] } } }),
      becomes: 'ignored',
    },
  ],
  nameOf: ({ variables }) => String(Object(variables).hangup_cause),
};
