/**
 * The version of the service from its package file: used in `user-agent`, the OpenAPI document and
 * `--version`. Only this file reads the package file.
 */
import manifest from '../../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;
