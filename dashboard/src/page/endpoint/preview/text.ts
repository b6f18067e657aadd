/**
 * The messages of the preview and of the test of an endpoint. Bodies and headers are shown as they
 * are sent, in no language.
 */
import { catalogue } from '../../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const previewText = catalogue(en, ja);
