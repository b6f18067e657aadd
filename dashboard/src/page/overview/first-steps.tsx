/**
 * The first steps of a new operator, ticked by facts of the service only, each with the one
 * thing that helps. It can be hidden in this browser and shown again, here and in the settings; all
 * done, it goes by itself unless it was asked for again.
 */

import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../../src/core/error/service-error.ts';
import { TRIGGERS } from '../../../../src/core/trigger/trigger.ts';
import { useClient } from '../../api/api-context.tsx';
import type { InboxBoxRecord } from '../../api/endpoint.ts';
import { createEndpoint } from '../../api/endpoint-act.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { Icon } from '../../kit/icon.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { showToast } from '../../kit/toast.tsx';
import { useChoice } from '../../stored-value.ts';
import { useBase } from '../endpoint/use-base.ts';
import { firstStepsChoice } from './first-steps-choice.ts';
import { type Onboarding, onboardingQuery } from './overview-query.ts';
import { reportCommand } from './report-command.ts';

export function FirstSteps() {
  const { steps: t } = useText('overview');
  const query = useQuery(onboardingQuery(useClient()));
  const choice = useChoice(firstStepsChoice);
  const { data } = query;
  const all = data?.steps.length ?? 0;
  if (data !== undefined && data.done === all && choice !== 'again') return null;
  if (choice === 'hidden') {
    return (
      <p className="small">
        <button type="button" className="link-button" onClick={() => firstStepsChoice.set('shown')}>
          {t.show}
        </button>
      </p>
    );
  }
  const open = data?.steps.find(({ done }) => !done)?.step;
  return (
    <DataRegion
      title={t.title}
      region={regionOf(query)}
      rows={7}
      empty={null}
      tools={
        <span className="steps-tools">
          <strong className="steps-done">{data !== undefined && t.progress(data.done, all)}</strong>
          <Button variant="subtle" size="compact-xs" onClick={() => firstStepsChoice.set('hidden')}>
            {t.dismiss}
          </Button>
        </span>
      }
    >
      <p className="quiet">{t.lead}</p>
      <ol className="first-steps">
        {data?.steps.map(({ step, done, detail }) => (
          <li key={step} data-done={done} aria-current={step === open ? 'step' : undefined}>
            <span className="step-mark" data-tone={done ? 'good' : 'waiting'}>
              <Icon name={done ? 'good' : 'waiting'} />
              <span className="unseen">{done ? t.isDone : t.isOpen}</span>
            </span>
            <div className="step-text">
              <strong>{t.step[step]}</strong>{' '}
              {detail !== null && <span className="quiet small wrap">{detail}</span>}
              {!done && <StepHelp step={step} />}
            </div>
          </li>
        ))}
      </ol>
    </DataRegion>
  );
}

type Step = Onboarding['steps'][number]['step'];

/**
 * What helps with a first step that is not done yet: one click, a link, or a command to run.
 * What the role may not do is off, and says so.
 */
function StepHelp({ step }: { readonly step: Step }) {
  const { steps: t } = useText('overview');
  const parts: Readonly<Record<Step, ReactNode>> = {
    server: null,
    endpoint: <EndpointHelp />,
    call: <Simulate />,
    delivery: <DeliveryHelp />,
    signature: <SignatureHelp />,
    platform: <PlatformHelp />,
    secured: <SecuredHelp />,
  };
  return (
    <div className="step-help">
      <p className="quiet small">{t.help[step]}</p>
      {parts[step]}
    </div>
  );
}

/** One endpoint at the local inbox, for every trigger: what it gets shows everything there is. */
function EndpointHelp() {
  const { steps: t } = useText('overview');
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const client = useClient();
  const queries = useQueryClient();
  const may = useMay('endpoints:write');
  const [making, setMaking] = useState(false);
  const make = async (): Promise<void> => {
    const box = await client.get<InboxBoxRecord>('v1/inbox/boxes/http/local');
    await createEndpoint(client, {
      name: t.inboxName,
      kind: 'custom',
      target: box.target,
      auth: { method: 'rsa-sha256' },
      triggers: [...TRIGGERS],
    });
    showToast({ text: t.inboxMade });
    await queries.invalidateQueries();
  };
  const run = (): void => {
    setMaking(true);
    make()
      .catch((error: unknown) => {
        showToast({ text: messageOf(error), tone: 'bad' });
      })
      .finally(() => setMaking(false));
  };
  return (
    <p className="step-actions">
      <Button
        size="xs"
        loading={making}
        disabled={!may}
        title={may ? undefined : onlyRole(role.admin)}
        onClick={run}
      >
        {t.useInbox}
      </Button>
      <Link to="/p/$project/endpoints/new" params={{ project: client.project ?? '' }}>
        {t.newEndpoint}
      </Link>
    </p>
  );
}

function Simulate() {
  const { steps: t } = useText('overview');
  const project = useClient().project ?? '';
  const navigate = useNavigate();
  return (
    <p className="step-actions">
      <Button
        size="xs"
        onClick={() => void navigate({ to: '/p/$project/simulator', params: { project } })}
      >
        {t.simulate}
      </Button>
    </p>
  );
}

function DeliveryHelp() {
  const { steps: t } = useText('overview');
  const project = useClient().project ?? '';
  return (
    <p className="step-actions">
      <Link to="/p/$project/inbox" params={{ project }}>
        {t.openInbox}
      </Link>
      <Link to="/p/$project/deliveries" params={{ project }}>
        {t.deliveries}
      </Link>
    </p>
  );
}

function SignatureHelp() {
  const { steps: t } = useText('overview');
  const project = useClient().project ?? '';
  return (
    <p className="step-actions">
      <Link to="/p/$project/signing" params={{ project }} search={{ tab: 'snippets' }}>
        {t.snippets}
      </Link>
      <Link to="/p/$project/inbox" params={{ project }}>
        {t.openInbox}
      </Link>
    </p>
  );
}

function PlatformHelp() {
  const { steps: t } = useText('overview');
  const project = useClient().project ?? '';
  const base = useBase();
  return (
    <>
      <CodeView label={t.curl} content={reportCommand(base)} plain />
      <p className="step-actions">
        <Link to="/p/$project/api-keys" params={{ project }}>
          {t.keys}
        </Link>
        <span className="quiet small">{t.waiting}</span>
      </p>
    </>
  );
}

function SecuredHelp() {
  const { steps: t } = useText('overview');
  const project = useClient().project ?? '';
  return (
    <p className="step-actions">
      <Link to="/p/$project/members" params={{ project }}>
        {t.members}
      </Link>
      <Link to="/system">{t.system}</Link>
    </p>
  );
}
