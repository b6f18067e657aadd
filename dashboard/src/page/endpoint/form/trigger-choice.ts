/**
 * What can be ticked in the picker of triggers: groups with three states, presets, the search, and
 * which ticks notify twice of one transition (S3.9). Pure.
 */
import { ENDS_ALONE, ENDS_WITH_LOG } from '../../../../../src/core/trigger/call-end.ts';
import type { Trigger } from '../../../../../src/core/trigger/trigger.ts';
import type { TriggerRecord } from '../../../api/endpoint.ts';

export type TriggerGroup = TriggerRecord['group'];

export const TRIGGER_GROUPS = ['outbound', 'inbound', 'call-log', 'after-call-work'] as const;

export function groupOf(name: Trigger): TriggerGroup {
  if (name === 'CALL_LOG_CREATED') return 'call-log';
  if (name === 'ACW_COMPLETED') return 'after-call-work';
  return name.startsWith('OUTBOUND_') ? 'outbound' : 'inbound';
}

export const PRESET_NAMES = ['failures', 'ended', 'everything'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

/** `offered`: what this kind may subscribe to. */
export function presetOf(preset: PresetName, offered: readonly Trigger[]): readonly Trigger[] {
  if (preset === 'everything') return offered;
  const wanted: readonly Trigger[] =
    preset === 'ended'
      ? ['CALL_LOG_CREATED', ...ENDS_ALONE]
      : [
          'OUTBOUND_CALL_ERROR',
          'OUTBOUND_CALL_BUSY',
          'OUTBOUND_CALL_NO_RESPONSE',
          'OUTBOUND_CALL_UNREACHABLE',
          'OUTBOUND_CALL_EXPIRED',
          'OUTBOUND_CALL_MAX_ATTEMPTS_REACHED',
          'OUTBOUND_CALL_HEALTHCHECK_FAILED',
          'INBOUND_CALL_ERROR',
          'INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED',
        ];
  return offered.filter((name) => wanted.includes(name));
}

export function isPreset(
  preset: PresetName,
  ticked: readonly Trigger[],
  offered: readonly Trigger[],
): boolean {
  const wanted = presetOf(preset, offered);
  return wanted.length === ticked.length && wanted.every((name) => ticked.includes(name));
}

export type Ticks = 'all' | 'some' | 'none';

export function ticksOf<Name>(names: readonly Name[], ticked: readonly Name[]): Ticks {
  const count = names.filter((name) => ticked.includes(name)).length;
  if (count === 0) return 'none';
  return count === names.length ? 'all' : 'some';
}

/** A group with some ticks becomes whole; a whole one is emptied. */
export function toggled<Name>(names: readonly Name[], ticked: readonly Name[]): readonly Name[] {
  const rest = ticked.filter((name) => !names.includes(name));
  return ticksOf(names, ticked) === 'all' ? rest : [...rest, ...names];
}

/** The triggers that tell of the end of a call which CALL_LOG_CREATED tells of as well. */
export function doubled(ticked: readonly Trigger[]): readonly Trigger[] {
  if (!ticked.includes('CALL_LOG_CREATED')) return [];
  return ENDS_WITH_LOG.filter((name) => ticked.includes(name));
}

interface FoundIn {
  readonly name: string;
  readonly fires: string;
  readonly dataKeys: readonly string[];
}

/** Searches the name, when the trigger fires and the keys of its data; words in any order. */
export function isFound({ name, fires, dataKeys }: FoundIn, text: string): boolean {
  const within = `${name} ${fires} ${dataKeys.join(' ')}`.toLowerCase();
  const words = text
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== '');
  return words.every((word) => within.includes(word));
}
