/**
 * The page to which the identity provider returns the window in which a person proved their
 * identity again: it closes itself, and the page that opened it continues.
 */
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../../i18n/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { EntryFrame } from '../../shell/entry-frame.tsx';

const route = getRouteApi('/reauthenticated');

export function Page() {
  const { login, reauthenticated: t } = useText('entry');
  const { problem } = route.useSearch();
  useEffect(() => {
    if (problem === undefined) window.close();
  }, [problem]);
  return (
    <EntryFrame>
      <PageHead title={problem === undefined ? t.title : t.failed} />
      {problem === undefined ? (
        <p>{t.text}</p>
      ) : (
        <p className="fault" role="alert">
          {login.providerErrors[problem] ?? login.providerFailed(problem)}
        </p>
      )}
    </EntryFrame>
  );
}
