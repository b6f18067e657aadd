/**
 * A list as a file: the service streams it in the asked form, the browser saves it under the name
 * that the service gave.
 */
import type { Client, Query } from '../api/client.ts';
import { saveFile } from '../kit/save-file.ts';

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
/** A hundred thousand rows take a while. */
const TIMEOUT_MS = 300_000;

export async function downloadList(
  client: Client,
  path: string,
  form: keyof typeof TYPES,
  query: Query = {},
): Promise<void> {
  const headers = { accept: TYPES[form] };
  const response = await client.raw('GET', path, { query, headers, timeoutMs: TIMEOUT_MS });
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
  saveFile(await response.blob(), named?.[1] ?? `list.${form}`);
}
