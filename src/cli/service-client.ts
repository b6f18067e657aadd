/**
 * The client of commands that ask a running service: `@ringpost/client`, with the key of the
 * environment. Must never print the key.
 */
import { type Client, createClient } from '../../receiver/client/src/index.ts';
import type { Settings } from '../config/settings.ts';
import type { Asked } from './asked.ts';
import { urlOf } from './setup-link.ts';

export interface ServiceClient {
  readonly client: Client;
  readonly url: string;
}

/**
 * `--url`, else the address at which the settings say that the service listens. `tries` of each
 * request: see `ClientOptions`.
 */
export function openServiceClient(
  settings: Settings,
  { flags }: Asked,
  options: { readonly tries?: number } = {},
): ServiceClient {
  const key = typeof flags.key === 'string' ? flags.key : settings.apiKey;
  if (key === null) {
    throw new Error('Set RINGPOST_API_KEY to a key of the project; this command uses the API.');
  }
  const url = (typeof flags.url === 'string' ? flags.url : urlOf(settings)).replace(/\/+$/, '');
  if (!URL.canParse(url)) throw new Error('--url must be an address such as http://host:8080.');
  return { client: createClient({ url, key, ...options }), url };
}
