/**
 * Splits the configured sender, `Name <address>` or an address alone, into its two parts. Pure; the
 * settings have checked its form.
 */
import type { Sender } from './message.ts';

export function senderOf(text: string): Sender {
  const [, name = '', address = text] = /^(.*) <([^<>]+)>$/.exec(text) ?? [];
  return { name: name === '' ? null : name, address };
}
