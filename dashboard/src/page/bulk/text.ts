/**
 * The messages of bulk jobs. Words of delivery states stand in `word/`.
 * English is the source; Japanese has the same keys.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const bulkText = catalogue(en, ja);
