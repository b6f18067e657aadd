/**
 * The API of a running service, as `ringpost apply` and `ringpost erase` use it: JSON in and out,
 * every page of a list, and errors as sentences with the fields that the service names. Must never
 * print the key or a body.
 */
import type { Settings } from '../../config/settings.ts';
import type { Asked } from '../asked.ts';
import { urlOf } from '../setup-link.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface ServiceClient {
  readonly url: string;
  get(path: string): Promise<Fields>;
  /** Every page; at most `PAGES_MAX`. */
  list(path: string): Promise<readonly Fields[]>;
  send(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Fields>;
}

/** What the service refused; `fields` are JSON pointers into the body. */
export class Refused extends Error {
  readonly status: number;
  readonly fields: readonly { readonly field: string; readonly message: string }[];

  constructor(status: number, detail: string, fields: Refused['fields']) {
    super(detail);
    this.status = status;
    this.fields = fields;
  }
}

const TIMEOUT_MS = 30_000;
const PAGES_MAX = 50;
const PAGE = 100;

/** `--url`, else the address at which the settings say that the service listens. */
export function createServiceClient(settings: Settings, { flags }: Asked): ServiceClient {
  const { apiKey } = settings;
  if (apiKey === null) {
    throw new Error('Set RINGPOST_API_KEY to a key of the project; this command uses the API.');
  }
  const url = (typeof flags.url === 'string' ? flags.url : urlOf(settings)).replace(/\/+$/, '');
  if (!URL.canParse(url)) throw new Error('--url must be an address such as http://host:8080.');

  async function ask(method: string, path: string, body?: unknown): Promise<Fields> {
    const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const text = body === undefined ? null : JSON.stringify(body);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${url}${path}`, { method, headers, body: text, signal }).catch(
      (error: unknown) => {
        throw new Error(`The service at ${url} does not answer (${reasonOf(error)}).`);
      },
    );
    const read = (await answer.json().catch(() => null)) as Fields | null;
    if (answer.ok) return read ?? {};
    const { detail, errors } = read ?? {};
    const said = typeof detail === 'string' ? detail : `status ${answer.status}`;
    // The service answers with problem details (RFC 9457), whose errors have this form.
    throw new Refused(answer.status, said, Array.isArray(errors) ? errors : []);
  }

  return {
    url,
    get: (path) => ask('GET', path),
    send: ask,
    async list(path) {
      const items: Fields[] = [];
      let cursor = '';
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const answer = await ask('GET', `${path}?limit=${PAGE}${cursor}`);
        // A list of the API has these two.
        const { data, nextCursor } = answer as { data: Fields[]; nextCursor: string | null };
        items.push(...data);
        if (nextCursor === null) return items;
        cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
      }
      throw new Error(`${path} has more than ${PAGES_MAX * PAGE} records.`);
    },
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : String(cause);
}
