/**
 * Signing keys: which sign now and until when, how to rotate or stop one, programs that verify,
 * and a check of one request. Private halves never come here.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { signingKeysQuery } from '../../api/endpoint-act.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { KeysPanel } from './keys-panel.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SIGNING_TABS } from './signing-search.ts';
import { SnippetsPanel } from './snippets-panel.tsx';
import { VerifyPanel } from './verify-panel.tsx';
import './signing.css';

const route = getRouteApi('/p/$project/signing');

export function Page() {
  const t = useText('signing');
  const client = useClient();
  const may = useMay('project:admin');
  const { tab = 'keys', language = 'node' } = route.useSearch();
  const query = useQuery(signingKeysQuery(client));
  useLiveQueries(['signing-keys'], signingKeysQuery(client).queryKey);
  const [rotating, setRotating] = useState(false);
  const rotate = (
    <Button
      size="sm"
      disabled={!may}
      title={may ? undefined : t.mayNot}
      onClick={() => setRotating(true)}
    >
      {t.rotate.button}
    </Button>
  );
  return (
    <>
      <PageHead title={t.title} lead={t.lead} actions={rotate} />
      <Tabs
        label={t.tabs}
        tabs={SIGNING_TABS.map((id) => ({ id, label: t.tab[id] }))}
        current={tab}
      />
      {tab === 'keys' && <KeysPanel query={query} rotate={rotate} />}
      {tab === 'snippets' && <SnippetsPanel language={language} />}
      {tab === 'verify' && <VerifyPanel />}
      {rotating && (
        <RotateDialog keys={query.data?.data ?? []} onClose={() => setRotating(false)} />
      )}
    </>
  );
}
