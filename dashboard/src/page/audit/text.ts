/**
 * The messages of the
 * page `audit`.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const auditText = catalogue(en, ja);
