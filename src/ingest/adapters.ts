/**
 * Every ingest adapter by the name that stands in `/v1/ingest/{adapter}/{sourceId}` and in a
 * source's `adapter` (S2.14). Only a list: an adapter's rules live in its folder.
 */
import type { IngestAdapter } from '../engine/ports/ingest-adapter.ts';
import { aircallAdapter } from './aircall/adapter.ts';
import { blandAdapter } from './bland/adapter.ts';
import { dialpadAdapter } from './dialpad/adapter.ts';
import { elevenLabsAdapter } from './elevenlabs/adapter.ts';
import { freeswitchAdapter } from './freeswitch/adapter.ts';
import { genericAdapter } from './generic/adapter.ts';
import { jambonzAdapter } from './jambonz/adapter.ts';
import { livekitAdapter } from './livekit/adapter.ts';
import { plivoAdapter } from './plivo/adapter.ts';
import { retellAdapter } from './retell/adapter.ts';
import { signalwireAdapter } from './signalwire/adapter.ts';
import { sinchAdapter } from './sinch/adapter.ts';
import { telnyxAdapter } from './telnyx/adapter.ts';
import { twilioAdapter } from './twilio/adapter.ts';
import { ultravoxAdapter } from './ultravox/adapter.ts';
import { vapiAdapter } from './vapi/adapter.ts';
import { vonageAdapter } from './vonage/adapter.ts';
import { zoomPhoneAdapter } from './zoom-phone/adapter.ts';

export const ADAPTERS: readonly IngestAdapter[] = [
  // In the order of the names.
  aircallAdapter,
  blandAdapter,
  dialpadAdapter,
  elevenLabsAdapter,
  freeswitchAdapter,
  genericAdapter,
  jambonzAdapter,
  livekitAdapter,
  plivoAdapter,
  retellAdapter,
  signalwireAdapter,
  sinchAdapter,
  telnyxAdapter,
  twilioAdapter,
  ultravoxAdapter,
  vapiAdapter,
  vonageAdapter,
  zoomPhoneAdapter,
];

export const ADAPTER_NAMES: readonly string[] = ADAPTERS.map((adapter) => adapter.name);

export function adapterByName(name: string): IngestAdapter | null {
  return ADAPTERS.find((adapter) => adapter.name === name) ?? null;
}
