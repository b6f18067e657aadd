/**
 * The messages of the form of an endpoint. What the service says at a field is not here: those are
 * its own words.
 */
import { catalogue } from '../../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const formText = catalogue(en, ja);
