/**
 * The platforms that the demo can play, by the names of their adapters. Only a list: what each
 * sends is in its folder.
 */
import { aircallScript } from './aircall/script.ts';
import { blandScript } from './bland/script.ts';
import { dialpadScript } from './dialpad/script.ts';
import { elevenLabsScript } from './elevenlabs/script.ts';
import { freeswitchScript } from './freeswitch/script.ts';
import { genericScript } from './generic/script.ts';
import { jambonzScript } from './jambonz/script.ts';
import { livekitScript } from './livekit/script.ts';
import { plivoScript } from './plivo/script.ts';
import { retellScript } from './retell/script.ts';
import { type Play, playOf } from './script.ts';
import { signalwireScript } from './signalwire/script.ts';
import { sinchScript } from './sinch/script.ts';
import { telnyxScript } from './telnyx/script.ts';
import { twilioScript } from './twilio/script.ts';
import { ultravoxScript } from './ultravox/script.ts';
import { vapiScript } from './vapi/script.ts';
import { vonageScript } from './vonage/script.ts';
import { zoomPhoneScript } from './zoom-phone/script.ts';

export const PLAYS: ReadonlyMap<string, Play> = new Map([
  // In the order of the names.
  ['aircall', playOf(aircallScript)],
  ['bland', playOf(blandScript)],
  ['dialpad', playOf(dialpadScript)],
  ['elevenlabs', playOf(elevenLabsScript)],
  ['freeswitch', playOf(freeswitchScript)],
  ['generic', playOf(genericScript)],
  ['jambonz', playOf(jambonzScript)],
  ['livekit', playOf(livekitScript)],
  ['plivo', playOf(plivoScript)],
  ['retell', playOf(retellScript)],
  ['signalwire', playOf(signalwireScript)],
  ['sinch', playOf(sinchScript)],
  ['telnyx', playOf(telnyxScript)],
  ['twilio', playOf(twilioScript)],
  ['ultravox', playOf(ultravoxScript)],
  ['vapi', playOf(vapiScript)],
  ['vonage', playOf(vonageScript)],
  ['zoom-phone', playOf(zoomPhoneScript)],
]);
