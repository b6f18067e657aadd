/**
 * The public API of the package, for programs that run Ringpost in their own process: read
 * settings, start, stop. Everything else is reached over HTTP.
 */
export { compose as startRingpost, type Ringpost } from './compose.ts';
export { readSettings, type SettingsResult } from './config/read-settings.ts';
export type { Settings } from './config/settings.ts';
