/**
 * The name of a box in the address of the page: `http/crm`. Pure.
 * A name may hold slashes itself: only the first one counts.
 */
import type { BoxName } from './inbox-api.ts';
import { INBOX_CHANNELS } from './inbox-search.ts';

/** The address was read strictly: it begins with a channel. */
export function boxNameOf(box: string): BoxName {
  const [first, ...rest] = box.split('/');
  const channel = INBOX_CHANNELS.find((one) => one === first) ?? 'http';
  return { channel, name: rest.join('/') };
}

export function boxId({ channel, name }: BoxName): string {
  return `${channel}/${name}`;
}
