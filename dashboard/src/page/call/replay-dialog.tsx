/**
 * "Replay triggers…" of a call: which of those that fired, and to whom. The effect and the count
 * are said before it runs, and what was made is linked afterwards. The service decides anew what
 * it makes; what is counted here is only told.
 */
import { Button, Checkbox, Radio } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import type { CallDetail, EndpointRecord } from '../../api/record.ts';
import { useText } from '../../i18n/words.ts';
import { ConfirmDialog, Dialog } from '../../kit/dialog.tsx';
import { callPath, useRefreshCall } from './call-query.ts';
import { firedTriggers, type ReplayPlan, replayPlan, takesReplay } from './replay-plan.ts';

export interface ReplayDialogProps {
  readonly call: CallDetail;
  onClose(): void;
}

interface MadeDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly trigger: string;
}

export function ReplayDialog({ call, onClose }: ReplayDialogProps) {
  const [made, setMade] = useState<readonly MadeDelivery[] | null>(null);
  return made === null ? (
    <Ask call={call} onMade={setMade} onClose={onClose} />
  ) : (
    <Made made={made} onClose={onClose} />
  );
}

interface AskProps extends ReplayDialogProps {
  readonly onMade: (made: readonly MadeDelivery[]) => void;
}

function Ask({ call, onMade, onClose }: AskProps) {
  const t = useText('call').replay;
  const client = useClient();
  const refresh = useRefreshCall(call.callId);
  const endpoints = [...useEndpoints().values()].filter(takesReplay);
  const { firings } = call.timeline;
  const fired = firedTriggers(firings);
  const [triggers, setTriggers] = useState<ReadonlySet<string>>(
    () => new Set(fired.map(({ trigger }) => trigger)),
  );
  const [named, setNamed] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  // The question closes with what it knew when it was answered.
  const made = useRef<readonly MadeDelivery[] | null>(null);
  const plan = replayPlan(firings, endpoints, { triggers, endpointIds: named ? ids : null });
  const run = async (): Promise<void> => {
    const body = {
      ...(triggers.size === fired.length ? {} : { triggers: [...triggers] }),
      ...(named ? { endpointIds: [...ids] } : {}),
    };
    const path = `${callPath(call.callId)}/replay` as const;
    const answer = await client.post<{ readonly made: readonly MadeDelivery[] }>(path, body);
    made.current = answer.made;
    await refresh();
  };
  return (
    <ConfirmDialog
      title={t.title}
      action={t.action(plan.deliveries)}
      effect={<Effect plan={plan} uncertain={call.timeline.truncated} />}
      count={plan.deliveries}
      impossible={plan.deliveries === 0}
      onConfirm={run}
      onClose={() => (made.current === null ? onClose() : onMade(made.current))}
    >
      <Checkbox.Group label={t.triggers} value={[...triggers]} onChange={changed(setTriggers)}>
        <div className="choice-list">
          {fired.map(({ trigger, times }) => (
            <Checkbox
              key={trigger}
              value={trigger}
              label={trigger}
              description={times > 1 ? t.times(times) : undefined}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Radio.Group
        label={t.to}
        value={named ? 'named' : 'subscribed'}
        onChange={(value) => setNamed(value === 'named')}
      >
        <div className="choice-list">
          <Radio value="subscribed" label={t.subscribed} />
          <Radio value="named" label={t.named} />
        </div>
      </Radio.Group>
      {named && <Endpoints endpoints={endpoints} ids={ids} onChange={changed(setIds)} />}
    </ConfirmDialog>
  );
}

function changed(set: (ids: ReadonlySet<string>) => void): (values: string[]) => void {
  return (values) => set(new Set(values));
}

interface EndpointsProps {
  readonly endpoints: readonly EndpointRecord[];
  readonly ids: ReadonlySet<string>;
  onChange(ids: string[]): void;
}

function Endpoints({ endpoints, ids, onChange }: EndpointsProps) {
  const t = useText('call').replay;
  return (
    <Checkbox.Group label={t.endpoints} value={[...ids]} onChange={onChange}>
      <div className="choice-list">
        {endpoints.map(({ id, name, enabled }) => (
          <Checkbox
            key={id}
            value={id}
            label={name}
            description={enabled ? undefined : t.disabled}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function Effect({ plan, uncertain }: { readonly plan: ReplayPlan; readonly uncertain: boolean }) {
  const t = useText('call').replay;
  return (
    <>
      <p>
        <strong>
          {plan.deliveries === 0 ? t.nothing : t.effect(plan.deliveries, plan.endpoints)}
        </strong>
      </p>
      <p className="quiet small">{t.same}</p>
      {plan.disabled > 0 && <p className="quiet small">{t.held(plan.disabled)}</p>}
      {uncertain && <p className="quiet small">{t.uncertain}</p>}
    </>
  );
}

/** More are in the list of deliveries. */
const SHOWN_MAX = 100;

interface MadeProps {
  readonly made: readonly MadeDelivery[];
  onClose(): void;
}

function Made({ made, onClose }: MadeProps) {
  const t = useText('call').replay;
  const { close } = useText('kit').dialog;
  const endpoints = useEndpoints();
  const project = useClient().project ?? '';
  return (
    <Dialog
      title={t.made(made.length)}
      onClose={onClose}
      foot={
        <Button size="sm" onClick={onClose}>
          {close}
        </Button>
      }
    >
      <ol className="made-list">
        {made.slice(0, SHOWN_MAX).map(({ id, endpointId, trigger }) => (
          <li key={id}>
            <Link
              to="/p/$project/deliveries/$deliveryId"
              params={{ project, deliveryId: id }}
              className="wrap"
            >
              {trigger}
            </Link>{' '}
            <span className="quiet">{t.toOne(endpoints.get(endpointId)?.name ?? endpointId)}</span>
          </li>
        ))}
      </ol>
      {made.length > SHOWN_MAX && <p className="quiet">{t.andMore(made.length - SHOWN_MAX)}</p>}
    </Dialog>
  );
}
