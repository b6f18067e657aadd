/**
 * A state: icon, word and colour together, never colour alone. What it means stands in the title;
 * `meaning` is a sentence. The words themselves come from `word/`.
 */
import { Icon, type IconName } from './icon.tsx';

export const TONES = ['good', 'bad', 'busy', 'waiting', 'warn', 'off'] as const;
export type Tone = (typeof TONES)[number];

export interface StateWord {
  readonly word: string;
  readonly tone: Tone;
  readonly meaning: string;
}

export interface StateBadgeProps extends StateWord {
  /** Replaces the icon of the tone. */
  readonly icon?: IconName;
  /** Adds a tinted background, for a badge that stands alone in a page head. */
  readonly filled?: boolean;
}

export function StateBadge({ word, tone, meaning, icon, filled = false }: StateBadgeProps) {
  return (
    <span className={filled ? 'state state-filled' : 'state'} data-tone={tone} title={meaning}>
      <Icon name={icon ?? tone} />
      {word}
    </span>
  );
}
