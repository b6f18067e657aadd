/**
 * The messages of the shell: navigation, header, sign-in again, what went wrong with a page. In the
 * entry chunk.
 */
import { catalogue } from '../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const shellText = catalogue(en, ja);
