/**
 * What can be done with a call as a whole: send again what has fired, cancel what is still open,
 * and take everything about it along as JSON.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { cancelDelivery } from '../../api/delivery.ts';
import { useEndpoints } from '../../api/endpoint.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { CallDetail } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { kitText } from '../../kit/text.ts';
import { showToast } from '../../kit/toast.tsx';
import { cancelRefusal } from '../../word/delivery-state.ts';
import { wordText } from '../../word/text.ts';
import { loadBundle, saveBundle } from './call-bundle.ts';
import { useRefreshCall } from './call-query.ts';
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
  const client = useClient();
  const may = useMay('deliveries:write');
  const refresh = useRefreshCall(call.callId);
  const [asking, setAsking] = useState(false);
  const open = call.timeline.deliveries.filter(({ state }) => cancelRefusal(state, words) === null);
  const count = open.length;
  const cancel = async (): Promise<void> => {
    let done = 0;
    let refused: Error | null = null;
    // The last of a lane first: no head changes while its followers are still to go.
    for (const { id } of open.toReversed()) {
      try {
        await cancelDelivery(client, id);
        done += 1;
      } catch (error) {
        refused ??= error instanceof Error ? error : new Error(String(error));
      }
    }
    await refresh();
    showToast(
      refused === null
        ? { text: t.cancelled(done) }
        : { text: t.someRefused(done, count, refused.message), tone: 'bad' },
    );
  };
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
        <ConfirmDialog
          title={t.cancel(count)}
          action={t.cancel(count)}
          effect={t.cancelEffect}
          count={count}
          dangerous
          onConfirm={cancel}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function sentenceOf(error: unknown): string {
  return error instanceof ApiFailure || error instanceof Error ? error.message : String(error);
}
