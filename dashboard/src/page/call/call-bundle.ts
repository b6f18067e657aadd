/**
 * Everything about a call in one file, for a report of a bug: the call with its timeline, its log,
 * what agents made of it, and the names of its endpoints, as the API answers. It holds no secrets:
 * the API gives none, and the address of a recording goes without its query, which may sign it.
 */
import type { CallLogFields } from '../../../../src/http/schema/call-log.ts';
import type { Client } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { CallDetail, EndpointRecord } from '../../api/record.ts';
import { saveFile } from '../../kit/save-file.ts';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { BUNDLE_KIND, BUNDLE_VERSION, type CallBundle } from './bundle/read-bundle.ts';
import { bundleName, withoutSigns } from './bundle/taken.ts';
import { callPath } from './call-query.ts';

export interface BundleFile {
  readonly name: string;
  readonly text: string;
}

type Endpoints = ReadonlyMap<string, EndpointRecord>;

export async function loadBundle(
  client: Client,
  callId: string,
  endpoints: Endpoints,
): Promise<BundleFile> {
  const call = await client.get<CallDetail>(callPath(callId), { timeoutMs: 30_000 });
  const log = await orNull(client.get<CallLogFields>(`v1/call-logs/${encodeURIComponent(callId)}`));
  const acwResults = await Promise.all(
    call.acwRuns.flatMap(({ acwResultId }) =>
      acwResultId === null
        ? []
        : [orNull(client.get<unknown>(`v1/acw-results/${encodeURIComponent(acwResultId)}`))],
    ),
  );
  const bundle: CallBundle = {
    ...({ ringpost: BUNDLE_KIND, formatVersion: BUNDLE_VERSION } as const),
    takenAt: new Date(serverNowMs()).toISOString(),
    ...{ call, callLog: log === null ? null : withoutSigns(log), acwResults },
    endpoints: endpointsOf(call, endpoints),
  };
  return { name: bundleName(callId), text: `${JSON.stringify(bundle, null, 2)}\n` };
}

export function saveBundle({ name, text }: BundleFile): void {
  saveFile(new Blob([text], { type: 'application/json' }), name);
}

function endpointsOf(call: CallDetail, endpoints: Endpoints): CallBundle['endpoints'] {
  const ids = new Set(call.timeline.deliveries.map(({ endpointId }) => endpointId));
  return [...ids].flatMap((id) => {
    const endpoint = endpoints.get(id);
    if (endpoint === undefined) return [];
    const { name, kind, retryScheduleMs } = endpoint;
    return [{ id, name, kind, retryScheduleMs }];
  });
}

/** A part that is not there, or that the role may not read, is null. */
async function orNull<Part>(part: Promise<Part>): Promise<Part | null> {
  try {
    return await part;
  } catch (error) {
    const missing = error instanceof ApiFailure && [403, 404, 410].includes(error.status);
    if (missing) return null;
    throw error;
  }
}
