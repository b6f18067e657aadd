/**
 * The public API of the package, for those who run Ringpost inside a process of their own: read
 * settings, start, stop. Everything else is reached over HTTP.
 */
export { compose as startRingpost, type Ringpost } from './compose.ts';
export { readSettings, type SettingsResult } from './config/read-settings.ts';
export type { Settings } from './config/settings.ts';
