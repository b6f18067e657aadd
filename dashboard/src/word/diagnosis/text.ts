/**
 * What failures mean, by the ids of the service. A catalogue of its own, since only pages that show
 * a diagnosis need it.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const diagnosisText = catalogue(en, ja);
export type DiagnosisText = typeof en;
