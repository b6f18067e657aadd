/**
 * The version of the service, as its package says it: in `user-agent`, the OpenAPI document and
 * `--version`. The only place that reads the package file.
 */
import manifest from '../../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;
