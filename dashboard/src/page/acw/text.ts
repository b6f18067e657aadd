/**
 * The messages of after-call work: runs and results, and scorecards.
 * Two catalogues, so that each file stays short.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';
import { scorecardEn } from './text/scorecard-en.ts';
import { scorecardJa } from './text/scorecard-ja.ts';

export const acwText = catalogue(en, ja);
export type AcwText = typeof en;
export const scorecardText = catalogue(scorecardEn, scorecardJa);
export type ScorecardText = typeof scorecardEn;
