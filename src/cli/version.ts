/** The version of the service, as its package says it. */
import manifest from '../../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;
