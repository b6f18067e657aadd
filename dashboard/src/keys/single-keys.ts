/**
 * Whether keys without Ctrl or Alt do something. One switch for the whole page, kept in this
 * browser: people who dictate, or who type by switch, must be able to turn them off (WCAG 2.1.4).
 */
import { storedChoice } from '../stored-choice.ts';

export const singleKeysChoice = storedChoice('single-keys', ['on', 'off'], () => 'on');

export function singleKeysOn(): boolean {
  return singleKeysChoice.get() === 'on';
}
