/**
 * The parameters in the addresses of the local inbox: the channel, the searched words, the page,
 * the item in the panel, and the box whose behaviour is shown.
 */
import type { RawSearch } from '../../search/query-text.ts';
import { compact, isId, oneIn, textIn } from '../../search/read-search.ts';

export const INBOX_CHANNELS = ['http', 'email', 'slack', 'teams'] as const;

export interface InboxSearch extends InboxItemSearch {
  readonly channel?: (typeof INBOX_CHANNELS)[number] | undefined;
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly peek?: string | undefined;
  /** `http/crm`. */
  readonly box?: string | undefined;
}

export interface InboxItemSearch {
  readonly tab?: (typeof INBOX_TABS)[number] | undefined;
}

export const INBOX_TABS = ['shown', 'raw', 'headers', 'verification', 'compare'] as const;

const isBox = (text: string): boolean => /^(?:http|email|slack|teams)\/\S{1,254}$/.test(text);

export function readInbox(search: RawSearch): InboxSearch {
  return compact({
    channel: oneIn(search, 'channel', INBOX_CHANNELS),
    q: textIn(search, 'q', (text) => text.length <= 256),
    cursor: textIn(search, 'cursor'),
    peek: textIn(search, 'peek', isId('inb')),
    box: textIn(search, 'box', isBox),
    tab: oneIn(search, 'tab', INBOX_TABS),
  });
}

export function readInboxItem(search: RawSearch): InboxItemSearch {
  return compact({ tab: oneIn(search, 'tab', INBOX_TABS) });
}
