/**
 * What the service found wrong with itself: open and past alerts, and maintenance windows in which
 * people are told nothing.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { Menu } from '../../kit/menu.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { showToast } from '../../kit/toast.tsx';
import { AlertList } from './alert-list.tsx';
import { type WindowRecord, windowsQuery } from './alert-query.ts';

const route = getRouteApi('/p/$project/alerts');

export function Page() {
  const t = useText('alert');
  return (
    <>
      <PageHead title={t.title} lead={t.lead} actions={<WindowMenu />} />
      <Windows />
      <AlertList search={route.useSearch()} />
    </>
  );
}

const HOUR_MS = 3_600_000;
const WINDOW_HOURS = [1, 4, 24] as const;

/** Begins a maintenance window at once. */
function WindowMenu() {
  const t = useText('alert');
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const client = useClient();
  const may = useMay('project:admin');
  const begin = (hours: number): void => {
    const until = new Date(serverNowMs() + hours * HOUR_MS).toISOString();
    settle(client.post<WindowRecord>('v1/maintenance-windows', { until }), t.window.begun);
  };
  return (
    <Menu
      label={t.window.begin}
      button={t.window.begin}
      className="range-button"
      actions={WINDOW_HOURS.map((hours) => ({
        id: `window-${hours}`,
        label: t.window.muteAll(hours),
        onSelect: () => begin(hours),
        ...(may ? {} : { disabled: onlyRole(role.admin) }),
      }))}
    />
  );
}

/** Shown only while there is one. */
function Windows() {
  const t = useText('alert');
  const client = useClient();
  const may = useMay('project:admin');
  const query = useQuery(windowsQuery(client));
  const windows = query.data?.data ?? [];
  if (windows.length === 0) return null;
  return (
    <section aria-label={t.window.title} className="notes">
      {windows.map(({ id, from, until, note }) => (
        <p key={id} className="with-icon wrap">
          <span>
            {t.window.title}: <Moment iso={from} /> – <Moment iso={until} />
            {note !== null && ` · ${note}`}
          </span>
          <Button
            size="xs"
            variant="default"
            disabled={!may}
            onClick={() => settle(client.remove(`v1/maintenance-windows/${id}`), t.window.ended)}
          >
            {t.window.end}
          </Button>
        </p>
      ))}
    </section>
  );
}

function settle(asked: Promise<unknown>, done: string): void {
  asked.then(
    () => {
      void queryClient.invalidateQueries({ queryKey: ['alerts'] });
      showToast({ text: done });
    },
    (error: unknown) => {
      showToast({ text: error instanceof Error ? error.message : String(error), tone: 'bad' });
    },
  );
}
