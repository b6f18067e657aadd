/**
 * The messages of the calls, and of the timeline.
 * Two catalogues, since the list of calls needs no timeline.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';
import { en as timelineEn } from './text/timeline-en.ts';
import { ja as timelineJa } from './text/timeline-ja.ts';

export const callText = catalogue(en, ja);
export const timelineText = catalogue(timelineEn, timelineJa);
export type CallText = typeof en;
export type TimelineText = typeof timelineEn;
