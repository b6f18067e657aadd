/**
 * The kit's messages: what tables, regions, dialogs and fields say on every page. In the entry
 * chunk, as the kit is.
 */
import { catalogue } from '../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export type KitText = typeof en;
export const kitText = catalogue(en, ja);
