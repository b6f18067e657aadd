/**
 * The messages of the endpoints: list, detail and what is done with one. The form and the preview
 * have their own.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const endpointText = catalogue(en, ja);
