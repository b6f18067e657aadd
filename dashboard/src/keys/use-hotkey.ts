/**
 * A key of the page: `useHotkey('r', retry)`, or `g d` for two in a row. It does nothing inside
 * fields and open dialogs, with Ctrl, Alt or Meta, or while single-key shortcuts are off. The one
 * that was mounted last wins, so that a panel covers its page.
 */
import { useEffect, useRef } from 'react';
import { storedChoice } from '../stored-value.ts';

type Handler = () => void;

const handlers = new Map<string, Handler[]>();
const CHORD_MS = 1_500;
let first: { readonly key: string; readonly atMs: number } | null = null;

export function useHotkey(keys: string, onPress: Handler, active = true): void {
  const latest = useRef(onPress);
  useEffect(() => {
    latest.current = onPress;
  });
  useEffect(() => {
    if (!active) return;
    const handler = (): void => latest.current();
    const stack = handlers.get(keys) ?? [];
    handlers.set(keys, [...stack, handler]);
    return () => {
      handlers.set(
        keys,
        (handlers.get(keys) ?? []).filter((other) => other !== handler),
      );
    };
  }, [keys, active]);
}

/** Once, at the start. */
export function listenToKeys(page: Document): void {
  page.addEventListener('keydown', (event) => {
    if (!isOurs(event) || !singleKeysOn()) return;
    const chord = chordOf(event.key, event.timeStamp);
    const handler = handlers.get(chord)?.at(-1) ?? handlers.get(event.key)?.at(-1);
    if (handler === undefined) return;
    event.preventDefault();
    handler();
  });
}

function chordOf(key: string, atMs: number): string {
  const before = first;
  first = key === 'g' ? { key, atMs } : null;
  return before !== null && atMs - before.atMs < CHORD_MS ? `${before.key} ${key}` : key;
}

function isOurs(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return true;
  if (target.isContentEditable || target.closest('dialog[open]') !== null) return false;
  const field = target.closest('input, textarea, select');
  return field === null || (field instanceof HTMLInputElement && field.type === 'checkbox');
}

export const singleKeysChoice = storedChoice('single-keys', ['on', 'off'], () => 'on');

/**
 * Whether keys without Ctrl or Alt do something. One switch for the whole page, kept in this
 * browser: people who dictate, or who type by switch, must be able to turn them off (WCAG 2.1.4).
 */
export function singleKeysOn(): boolean {
  return singleKeysChoice.get() === 'on';
}
