/**
 * The messages of the simulator.
 * English is the source; Japanese has the same keys.
 */
import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './text/en.ts';
import { ja } from './text/ja.ts';

export const simulatorText = catalogue(en, ja);
