/**
 * Which key does what in the rows of a list. Letters only while single-key shortcuts are on (WCAG
 * 2.1.4); arrows always. Space selects only from the row's link, never from a checkbox or button,
 * which have a Space of their own. Pure.
 */

export type RowMove = 'next' | 'before' | 'range-next' | 'range-before' | 'peek' | 'select';

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: EventTarget | null;
}

export function rowMoveOf(press: KeyPress, letters: boolean): RowMove | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key === 'ArrowDown') return press.shiftKey ? 'range-next' : 'next';
  if (press.key === 'ArrowUp') return press.shiftKey ? 'range-before' : 'before';
  // Shift+Space scrolls a page up; it must not select.
  if (press.key === ' ') return !press.shiftKey && isLink(press.target) ? 'select' : null;
  if (!letters || press.shiftKey) return null;
  const moves: Readonly<Record<string, RowMove>> = {
    j: 'next',
    k: 'before',
    o: 'peek',
    x: 'select',
  };
  return moves[press.key] ?? null;
}

function isLink(target: EventTarget | null): boolean {
  return target !== null && 'tagName' in target && target.tagName === 'A';
}
