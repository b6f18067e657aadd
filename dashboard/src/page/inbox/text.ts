/**
 * The messages of the local inbox.
 * English is the source; Japanese has the same keys.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const inboxText = catalogue(en, ja);
export type InboxText = typeof en;
