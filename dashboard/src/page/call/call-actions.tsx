/**
 * What can be done with a call as a whole: send again what has fired, cancel what is still open,
 * take everything about it along as JSON, and delete it.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { CallDetail } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { kitText } from '../../kit/text.ts';
import { showToast } from '../../kit/toast.tsx';
import { cancelRefusal } from '../../word/delivery-state.ts';
import { wordText } from '../../word/text.ts';
import { AskJob } from '../bulk/ask-job.tsx';
import { loadBundle, saveBundle } from './call-bundle.ts';
import { CallMenu } from './call-deletion.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { callText } from './text.ts';

export function CallActions({ call }: { readonly call: CallDetail }) {
  const t = useText(callText).one;
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
  const t = useText(callText).replay;
  const { role } = useText(wordText);
  const { onlyRole } = useText(kitText);
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
  const t = useText(callText).one;
  const words = useText(wordText);
  const { onlyRole } = useText(kitText);
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
