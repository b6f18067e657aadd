/**
 * The messages of the doors: setup, sign-in, invitation, and of one's own account. The dialog that
 * asks to sign in again uses them too.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const entryText = catalogue(en, ja);
