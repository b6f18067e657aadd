/**
 * Asks why the head of a lane is skipped, and does it: it is cancelled, what waited goes on in its
 * order. The reason stands in the audit log.
 */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useRefreshCall } from './call-query.ts';
import { timelineText } from './text.ts';
import type { Lane } from './timeline-layout.ts';
import { shortId } from './timeline-words.ts';

export interface SkipHeadProps {
  readonly lane: Lane;
  readonly callId: string;
  onClose(): void;
}

export function SkipHead({ lane, callId, onClose }: SkipHeadProps) {
  const t = useText(timelineText).lane;
  const client = useClient();
  const refresh = useRefreshCall(callId);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const skip = async (): Promise<void> => {
    if (reason.trim() === '') {
      setMissing(true);
      throw new Error(t.skipReasonNeeded);
    }
    const [endpoint, call] = [lane.endpointId, callId].map(encodeURIComponent);
    await client.post(`v1/endpoints/${endpoint}/lanes/${call}/skip-head`, { reason });
    showToast({ text: t.skipped });
    await refresh();
  };
  return (
    <ConfirmDialog
      title={t.skipTitle}
      effect={<p>{t.skipEffect(shortId(lane.head?.id ?? ''), lane.waiting)}</p>}
      action={t.skip}
      dangerous
      onConfirm={skip}
      onClose={onClose}
    >
      <TextInput
        label={t.skipReason}
        value={reason}
        maxLength={1_000}
        required
        error={missing && reason.trim() === '' ? t.skipReasonNeeded : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
