/**
 * The messages of the
 * signing keys.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const signingText = catalogue(en, ja);
export type SigningText = typeof en;
