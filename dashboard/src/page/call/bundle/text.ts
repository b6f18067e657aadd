/**
 * The messages of an imported bundle.
 * The words of calls and deliveries are theirs.
 */
import { catalogue } from '../../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const bundleText = catalogue(en, ja);
