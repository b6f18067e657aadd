/**
 * The messages of the page of one delivery. Words of states, errors and kinds stand in `word/`.
 * English is the source; Japanese has the same keys.
 */
import { catalogue } from '../../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const oneText = catalogue(en, ja);
export type OneText = typeof en;
