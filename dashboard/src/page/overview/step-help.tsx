/**
 * What helps with a first step that is not done yet: one click, a link, or a command to run.
 * What the role may not do is off, and says so.
 */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { createEndpoint } from '../../api/endpoint-act.ts';
import type { InboxBoxRecord } from '../../api/endpoint-record.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { kitText } from '../../kit/text.ts';
import { showToast } from '../../kit/toast.tsx';
import { wordText } from '../../word/text.ts';
import { TRIGGER_NAMES } from '../../word/trigger.ts';
import { useBase } from '../endpoint/use-base.ts';
import type { Onboarding } from './overview-query.ts';
import { reportCommand } from './report-command.ts';
import { overviewText } from './text.ts';

type Step = Onboarding['steps'][number]['step'];

export function StepHelp({ step }: { readonly step: Step }) {
  const { steps: t } = useText(overviewText);
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
  const { steps: t } = useText(overviewText);
  const { onlyRole } = useText(kitText);
  const { role } = useText(wordText);
  const client = useClient();
  const queries = useQueryClient();
  const may = useMay('endpoints:write');
  const [making, setMaking] = useState(false);
  const make = async (): Promise<void> => {
    const box = await client.get<InboxBoxRecord>('v1/inbox/boxes/http/local');
    await createEndpoint(client, {
      ...{ name: t.inboxName, kind: 'custom', target: box.target },
      ...{ auth: { method: 'rsa-sha256' }, triggers: [...TRIGGER_NAMES] },
    });
    showToast({ text: t.inboxMade });
    await queries.invalidateQueries();
  };
  const run = (): void => {
    setMaking(true);
    make()
      .catch((error: unknown) => {
        showToast({ text: error instanceof Error ? error.message : String(error), tone: 'bad' });
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
  const { steps: t } = useText(overviewText);
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
  const { steps: t } = useText(overviewText);
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
  const { steps: t } = useText(overviewText);
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
  const { steps: t } = useText(overviewText);
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
  const { steps: t } = useText(overviewText);
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
