/**
 * The actions on a whole call: repeat its firings, cancel its open deliveries, export everything
 * about it as JSON, and delete it.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CallLogFields } from '../../../../src/http/schema/call-log.ts';
import { useClient } from '../../api/api-context.tsx';
import type { Client } from '../../api/client.ts';
import { useEndpoints } from '../../api/endpoint.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { CallDetail, EndpointRecord } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { saveFile } from '../../kit/save-file.ts';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { showToast } from '../../kit/toast.tsx';
import { cancelRefusal } from '../../word/delivery-state.ts';
import { AskJob } from '../bulk/ask-job.tsx';
import {
  BUNDLE_KIND,
  BUNDLE_VERSION,
  bundleName,
  type CallBundle,
  withoutSigns,
} from './bundle/read-bundle.ts';
import { CallMenu } from './call-deletion.tsx';
import { callPath } from './call-query.ts';
import { ReplayDialog } from './replay-dialog.tsx';

export function CallActions({ call }: { readonly call: CallDetail }) {
  const t = useText('call').one;
  const client = useClient();
  const endpoints = useEndpoints();
  const [loading, setLoading] = useState(false);
  const download = (): void => {
    setLoading(true);
    loadBundle(client, call.callId, endpoints)
      .then(
        (file) => {
          saveBundle(file);
          showToast({ text: t.downloaded });
        },
        (error: unknown) => showToast({ text: sentenceOf(error), tone: 'bad' }),
      )
      .finally(() => setLoading(false));
  };
  return (
    <>
      <Replay call={call} />
      <CancelOpen call={call} />
      <Button variant="default" size="xs" loading={loading} onClick={download}>
        {t.download}
      </Button>
      <CallMenu callId={call.callId} />
    </>
  );
}

function Replay({ call }: { readonly call: CallDetail }) {
  const t = useText('call').replay;
  const { role } = useText('word');
  const { onlyRole } = useText('kit');
  const may = useMay('deliveries:write');
  const [asking, setAsking] = useState(false);
  const nothing = call.timeline.firings.length === 0 ? t.none : undefined;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        disabled={!may || nothing !== undefined}
        title={may ? nothing : onlyRole(role.operator)}
        onClick={() => setAsking(true)}
      >
        {t.open}
      </Button>
      {asking && <ReplayDialog call={call} onClose={() => setAsking(false)} />}
    </>
  );
}

function CancelOpen({ call }: { readonly call: CallDetail }) {
  const t = useText('call').one;
  const words = useText('word');
  const { onlyRole } = useText('kit');
  const may = useMay('deliveries:write');
  const [asking, setAsking] = useState(false);
  const count = call.timeline.deliveries.filter(
    ({ state }) => cancelRefusal(state, words) === null,
  ).length;
  if (count === 0) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        disabled={!may}
        title={may ? undefined : onlyRole(words.role.operator)}
        onClick={() => setAsking(true)}
      >
        {t.cancel(count)}
      </Button>
      {asking && (
        <AskJob
          action="cancel"
          filter={{ callId: call.callId }}
          title={t.cancel(count)}
          effect={() => t.cancelEffect}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function sentenceOf(error: unknown): string {
  return error instanceof ApiFailure || error instanceof Error ? error.message : String(error);
}

interface BundleFile {
  readonly name: string;
  readonly text: string;
}

type Endpoints = ReadonlyMap<string, EndpointRecord>;

/**
 * Everything about a call in one file, for a report of a bug: the call with its timeline, its log,
 * what agents made of it, and the names of its endpoints, as the API answers. It holds no secrets:
 * the API gives none, and the address of a recording goes without its query, which may sign it.
 */
async function loadBundle(
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
        : [orNull(client.get<unknown>('v1/acw-results', { query: { acwResultId } }))],
    ),
  );
  const bundle: CallBundle = {
    ...({ ringpost: BUNDLE_KIND, formatVersion: BUNDLE_VERSION } as const),
    takenAt: new Date(serverNowMs()).toISOString(),
    call,
    callLog: log === null ? null : withoutSigns(log),
    acwResults,
    endpoints: endpointsOf(call, endpoints),
  };
  return { name: bundleName(callId), text: `${JSON.stringify(bundle, null, 2)}\n` };
}

function saveBundle({ name, text }: BundleFile): void {
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
