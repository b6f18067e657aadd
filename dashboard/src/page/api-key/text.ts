/**
 * The messages of the
 * API keys.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const apiKeyText = catalogue(en, ja);
