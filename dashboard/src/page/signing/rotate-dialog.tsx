/**
 * Rotation in three steps, each said before it is done: publish the next key, sign with both for
 * some days, let the old one retire. It goes on where the keys stand: one can close it after the
 * first step and come back a day later.
 */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { SigningKeyRecord } from '../../api/endpoint.ts';
import { queryClient } from '../../api/query-client.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { useNow } from '../../kit/time/server-clock.ts';
import { showToast } from '../../kit/toast.tsx';
import { rotationOf } from './key-state.ts';

export interface RotateDialogProps {
  readonly keys: readonly SigningKeyRecord[];
  onClose(): void;
}

const DAY_MS = 86_400_000;
const DAYS_DEFAULT = 7;

export function RotateDialog({ keys, onClose }: RotateDialogProps) {
  const t = useText('signing').rotate;
  const rotation = rotationOf(keys);
  const [days, setDays] = useState(DAYS_DEFAULT);
  const { running, failure, publish, sign } = useRotation(days, onClose);
  const { next } = rotation;
  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      foot={
        <>
          <Button size="sm" variant="default" onClick={onClose}>
            {t.close}
          </Button>
          {next === null && (
            <Button size="sm" variant="default" loading={running === 'sign'} onClick={sign}>
              {t.skip}
            </Button>
          )}
          <Button
            size="sm"
            data-autofocus
            loading={running === (next === null ? 'publish' : 'sign')}
            onClick={next === null ? publish : sign}
          >
            {next === null ? t.publishAction : t.signAction}
          </Button>
        </>
      }
    >
      <p>{t.lead}</p>
      <Steps next={next} days={days} />
      <NativeSelect
        label={t.overlap}
        value={String(days)}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        data={t.days.map((label, value) => ({ label, value: String(value) }))}
      />
      {next === null && <p className="quiet small">{t.skipText}</p>}
      {rotation.retiring.length > 0 && (
        <p role="status">
          {t.busy} {rotation.retiring.map(({ kid }) => kid).join(', ')}
        </p>
      )}
      {failure !== null && <Failure error={failure} />}
    </Dialog>
  );
}

interface StepsProps {
  readonly next: SigningKeyRecord | null;
  readonly days: number;
}

function Steps({ next, days }: StepsProps) {
  const t = useText('signing').rotate;
  const format = useFormat();
  const end = new Date(useNow() + days * DAY_MS).toISOString();
  return (
    <ol className="rotate-steps">
      <li data-done={next !== null} aria-current={next === null ? 'step' : undefined}>
        <strong>{t.publish}</strong>
        {next === null ? (
          <p>{t.publishText}</p>
        ) : (
          <p>
            <Icon name="good" /> {t.publishDone} <Moment iso={next.createdAt} />. {t.publishWait}
          </p>
        )}
      </li>
      <li aria-current={next === null ? undefined : 'step'}>
        <strong>{t.both}</strong>
        <p>{days === 0 ? t.noOverlap : t.bothText}</p>
      </li>
      <li>
        <strong>{t.retire}</strong>
        <p>{days === 0 ? t.retireNow : t.retireText(format.full(end))}</p>
      </li>
    </ol>
  );
}

/** Publishing leaves the dialog open at its next step; signing ends it. */
function useRotation(days: number, onClose: () => void) {
  const t = useText('signing').rotate;
  const client = useClient();
  const [running, setRunning] = useState<'publish' | 'sign' | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const run = (what: 'publish' | 'sign', work: () => Promise<unknown>, said: string) => {
    setRunning(what);
    setFailure(null);
    work()
      .then(() => queryClient.invalidateQueries({ queryKey: ['signing-keys', client.project] }))
      .then(
        () => {
          showToast({ text: said });
          if (what === 'sign') onClose();
        },
        (error: unknown) => setFailure(error instanceof Error ? error : new Error(String(error))),
      )
      .finally(() => setRunning(null));
  };
  return {
    running,
    failure,
    publish: () => run('publish', () => client.post('v1/signing-keys'), t.published),
    sign: () =>
      run('sign', () => client.post('v1/signing-keys/rotate', { overlapDays: days }), t.rotated),
  };
}
