/**
 * The messages of the issues. What an issue means stands in `word/diagnosis`.
 * English is the source; Japanese has the same keys.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const issueText = catalogue(en, ja);
export type IssueText = typeof en;
