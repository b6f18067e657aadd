/**
 * The words of the domain, the same on every page: states, kinds, answers, roles. Names of the API
 * are no words: they are never translated.
 */
import { catalogue } from '../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const wordText = catalogue(en, ja);
export type WordText = typeof en;
