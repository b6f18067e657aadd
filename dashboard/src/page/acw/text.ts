/**
 * The messages of after-call work: runs and results, scorecards, trends.
 * Three catalogues, so that each file stays short.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';
import { scorecardEn } from './text/scorecard-en.ts';
import { scorecardJa } from './text/scorecard-ja.ts';
import { trendEn } from './text/trend-en.ts';
import { trendJa } from './text/trend-ja.ts';

export const acwText = catalogue(en, ja);
export type AcwText = typeof en;
export const scorecardText = catalogue(scorecardEn, scorecardJa);
export type ScorecardText = typeof scorecardEn;
export const trendText = catalogue(trendEn, trendJa);
export type TrendText = typeof trendEn;
