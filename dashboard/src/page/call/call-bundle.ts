/**
 * Everything about a call in one file, for a report of a bug: the call with its timeline, its log,
 * and what agents made of it, as the API answers. It holds no secrets, since the API gives none.
 */
import type { Client } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { CallDetail } from '../../api/record.ts';
import { saveFile } from '../../kit/save-file.ts';
import { callPath } from './call-query.ts';

export interface BundleFile {
  readonly name: string;
  readonly text: string;
}

export async function loadBundle(client: Client, callId: string): Promise<BundleFile> {
  const call = await client.get<CallDetail>(callPath(callId), { timeoutMs: 30_000 });
  const log = await orNull(client.get<unknown>(`v1/call-logs/${encodeURIComponent(callId)}`));
  const results = await Promise.all(
    call.acwRuns.flatMap(({ acwResultId }) =>
      acwResultId === null
        ? []
        : [orNull(client.get<unknown>(`v1/acw-results/${encodeURIComponent(acwResultId)}`))],
    ),
  );
  const bundle = {
    ringpost: 'call-bundle',
    formatVersion: 1,
    call,
    callLog: log,
    acwResults: results,
  };
  return { name: bundleName(callId), text: `${JSON.stringify(bundle, null, 2)}\n` };
}

/** An id may hold what no file system takes. */
export function bundleName(callId: string): string {
  return `call-${callId.replaceAll(/[^\w.-]+/g, '_').slice(0, 80)}.json`;
}

export function saveBundle({ name, text }: BundleFile): void {
  saveFile(new Blob([text], { type: 'application/json' }), name);
}

/** A part that is not there, or that the role may not read, is null. */
async function orNull(part: Promise<unknown>): Promise<unknown> {
  try {
    return await part;
  } catch (error) {
    const missing = error instanceof ApiFailure && [403, 404, 410].includes(error.status);
    if (missing) return null;
    throw error;
  }
}
