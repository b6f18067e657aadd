/**
 * The messages of the deliveries. What a state is called stands in `word/`, since other pages show
 * it too.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const deliveryText = catalogue(en, ja);
