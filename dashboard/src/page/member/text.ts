/**
 * The messages of members
 * and invitations.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const memberText = catalogue(en, ja);
