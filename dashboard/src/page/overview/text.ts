/**
 * The messages of the overview: figures, charts, the health of endpoints and the first steps.
 * English is the source; Japanese has the same keys.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const overviewText = catalogue(en, ja);
export type OverviewText = typeof en;
