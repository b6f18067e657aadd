/**
 * The messages of the
 * page `system`.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const systemText = catalogue(en, ja);
