/**
 * Asks before an endpoint is switched, recovered or removed: what will happen, and to how many
 * deliveries.
 */
import { NativeSelect, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMatch, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import {
  COUNTED_MAX,
  disableEndpoint,
  enableEndpoint,
  OPEN_STATES,
  queuedQuery,
  recoverEndpoint,
  removeEndpoint,
} from '../../api/endpoint-act.ts';
import { queryClient } from '../../api/query-client.ts';
import type { EndpointRecord } from '../../api/record.ts';
import { useText } from '../../i18n/words.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { showToast } from '../../kit/toast.tsx';
import { rangeQuery } from '../../range/range.ts';

export type EndpointAct = 'enable' | 'disable' | 'end-hold' | 'recover' | 'remove';

interface ActProps {
  readonly endpoint: EndpointRecord;
  onClose(): void;
}

export function EndpointActDialog({ act, ...rest }: ActProps & { readonly act: EndpointAct }) {
  switch (act) {
    case 'enable':
      return <EnableDialog {...rest} />;
    case 'disable':
      return <DisableDialog {...rest} />;
    case 'end-hold':
      return <EndHoldDialog {...rest} />;
    case 'recover':
      return <RecoverDialog {...rest} />;
    case 'remove':
      return <RemoveDialog {...rest} />;
  }
}

function useDone(): (text: string) => Promise<void> {
  const { project } = useClient();
  return async (text) => {
    showToast({ text });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['endpoints', project] }),
      queryClient.invalidateQueries({ queryKey: ['deliveries', project] }),
    ]);
  };
}

const CHOICES = ['send', 'newest', 'drop'] as const;

function EnableDialog({ endpoint, onClose }: ActProps) {
  const t = useText('endpoint');
  const client = useClient();
  const done = useDone();
  const { data } = useQuery(queuedQuery(client, endpoint.id, ['held']));
  const [held, setHeld] = useState<(typeof CHOICES)[number]>('send');
  const enable = async (): Promise<void> => {
    const { cancelled } = await enableEndpoint(client, endpoint.id, held);
    await done(t.enabled(endpoint.name, cancelled));
  };
  return (
    <ConfirmDialog
      title={t.enableTitle(endpoint.name)}
      action={t.enable}
      effect={<p>{data === undefined ? t.heldUnknown : t.held(data, data >= COUNTED_MAX)}</p>}
      dangerous={held === 'drop' && data !== 0}
      onConfirm={enable}
      onClose={onClose}
    >
      {data !== 0 && (
        <Radio.Group
          label={t.heldLegend}
          value={held}
          onChange={(value) => setHeld(CHOICES.find((one) => one === value) ?? 'send')}
        >
          <div className="radio-stack">
            {CHOICES.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t.heldChoice[one].name}
                description={t.heldChoice[one].hint}
              />
            ))}
          </div>
        </Radio.Group>
      )}
    </ConfirmDialog>
  );
}

function DisableDialog({ endpoint, onClose }: ActProps) {
  const t = useText('endpoint');
  const client = useClient();
  const done = useDone();
  return (
    <ConfirmDialog
      title={t.disableTitle(endpoint.name)}
      action={t.disable}
      effect={<p>{t.disableEffect}</p>}
      onConfirm={async () => {
        await disableEndpoint(client, endpoint.id);
        await done(t.disabled(endpoint.name));
      }}
      onClose={onClose}
    />
  );
}

/** Enabling what is enabled ends its hold. */
function EndHoldDialog({ endpoint, onClose }: ActProps) {
  const t = useText('endpoint');
  const client = useClient();
  const done = useDone();
  const { data = 0 } = useQuery(queuedQuery(client, endpoint.id, ['held']));
  return (
    <ConfirmDialog
      title={t.endHold}
      action={t.endHold}
      effect={
        <p>
          {t.held(data, data >= COUNTED_MAX)} {t.heldChoice.send.hint}
        </p>
      }
      onConfirm={async () => {
        await enableEndpoint(client, endpoint.id, 'send');
        await done(t.endHoldDone(endpoint.name));
      }}
      onClose={onClose}
    />
  );
}

const RANGES = ['1h', '24h', '7d'] as const;

function RecoverDialog({ endpoint, onClose }: ActProps) {
  const t = useText('endpoint');
  const client = useClient();
  const done = useDone();
  const [range, setRange] = useState<(typeof RANGES)[number]>('24h');
  return (
    <ConfirmDialog
      title={t.recoverTitle(endpoint.name)}
      action={t.recover}
      effect={<p>{t.recoverEffect}</p>}
      onConfirm={async () => {
        const { from = '' } = rangeQuery(range, serverNowMs());
        const { reopened, more } = await recoverEndpoint(client, endpoint.id, from);
        await done(more ? t.recovering(reopened) : t.recovered(reopened));
      }}
      onClose={onClose}
    >
      <NativeSelect
        label={t.recoverSince}
        value={range}
        data={RANGES.map((value) => ({ value, label: t.recoverRange[value] }))}
        onChange={({ currentTarget }) =>
          setRange(RANGES.find((one) => one === currentTarget.value) ?? '24h')
        }
      />
    </ConfirmDialog>
  );
}

function RemoveDialog({ endpoint, onClose }: ActProps) {
  const t = useText('endpoint');
  const client = useClient();
  const navigate = useNavigate();
  const { data = 0 } = useQuery(queuedQuery(client, endpoint.id, OPEN_STATES));
  const onItsPage = useMatch({
    from: '/p/$project/endpoints/$endpointId/{-$tab}',
    shouldThrow: false,
  });
  return (
    <ConfirmDialog
      title={t.removeTitle(endpoint.name)}
      action={t.remove}
      dangerous
      count={data}
      effect={
        <p>
          {t.removeEffect} {data > 0 && t.removeQueued(data, data >= COUNTED_MAX)}
        </p>
      }
      onConfirm={async () => {
        await removeEndpoint(client, endpoint.id);
        showToast({ text: t.removed(endpoint.name) });
        if (onItsPage !== undefined) {
          const params = { project: client.project ?? '' };
          await navigate({ to: '/p/$project/endpoints', params });
        }
        await queryClient.invalidateQueries({ queryKey: ['endpoints', client.project] });
      }}
      onClose={onClose}
    />
  );
}
