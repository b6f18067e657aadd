/**
 * The sender as the settings say it, `Name <address>` or an address alone, in its two parts. Pure;
 * that the text has one of these forms was checked when the settings were read.
 */
import type { Sender } from './message.ts';

export function senderOf(text: string): Sender {
  const [, name = '', address = text] = /^(.*) <([^<>]+)>$/.exec(text) ?? [];
  return { name: name === '' ? null : name, address };
}
