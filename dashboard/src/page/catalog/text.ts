/**
 * The messages of the event catalog. The names of triggers, keys and codes are those of the API in
 * every language.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const catalogText = catalogue(en, ja);
