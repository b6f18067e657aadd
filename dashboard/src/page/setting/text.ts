/**
 * The messages of the
 * project's settings.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const settingText = catalogue(en, ja);
