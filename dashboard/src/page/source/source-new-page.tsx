/**
 * The first of three steps to connect a platform: which one, its name here, and what its adapter
 * needs to know. Then there is an address, and the page of the source leads on.
 */
import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { FormFoot, useForm } from '../../kit/form/form.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Panel } from '../../kit/panel.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { showToast } from '../../kit/toast.tsx';
import './source.css';
import { AdapterFacts } from './adapter-facts.tsx';
import { type AdapterRecord, adaptersQuery, type SourceRecord } from './source-query.ts';
import { newSecret, settingsOf } from './source-request.ts';
import { StepList } from './step-list.tsx';

const route = getRouteApi('/p/$project/sources/new');

export function Page() {
  const t = useText('source');
  const client = useClient();
  const { platform } = route.useSearch();
  const query = useQuery(adaptersQuery(client));
  const adapters = query.data?.data ?? [];
  const chosen = adapters.find(({ name }) => name === platform) ?? null;
  return (
    <>
      <PageHead
        title={t.newTitle}
        lead={t.newLead}
        back={
          <Link to="/p/$project/sources" params={{ project: client.project ?? '' }}>
            {t.back}
          </Link>
        }
      />
      <StepList current="choose" />
      <DataRegion
        title={t.step.choose}
        region={regionOf(query, { count: adapters.length })}
        empty={null}
        rows={3}
        rowHeight={72}
      >
        <PlatformCards adapters={adapters} current={chosen?.name ?? null} />
        {chosen === null && <p className="quiet">{t.choose}</p>}
      </DataRegion>
      {chosen !== null && <NewSource key={chosen.name} adapter={chosen} />}
    </>
  );
}

interface PlatformCardsProps {
  readonly adapters: readonly AdapterRecord[];
  readonly current: string | null;
}

/** Links, so that back and copy work; the choice stands in the address. */
function PlatformCards({ adapters, current }: PlatformCardsProps) {
  const t = useText('source');
  return (
    <nav aria-label={t.platforms}>
      <ul className="platform-cards">
        {adapters.toSorted(byTitle).map(({ name, title, events, callLogs }) => (
          <li key={name}>
            <Link
              to="."
              search={(before) => ({ ...before, platform: name })}
              resetScroll={false}
              className="choice-card"
              aria-current={name === current ? 'true' : undefined}
            >
              <b>{title}</b>
              <span className="quiet small">{callLogs ? `${events}, ${t.logs}` : events}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What takes all other platforms stands last. */
function byTitle(a: AdapterRecord, b: AdapterRecord): number {
  const [last, other] = [a, b].map(({ settingsRequired }) => settingsRequired);
  return last === other ? a.title.localeCompare(b.title) : last ? 1 : -1;
}

const SHOWN = ['/name', '/publicUrl'];

/** The secret is entered in the third step: until then one that no platform knows stands there. */
function NewSource({ adapter }: { readonly adapter: AdapterRecord }) {
  const t = useText('source');
  const client = useClient();
  const project = client.project ?? '';
  const may = useMay('project:admin');
  const navigate = useNavigate();
  const example = adapter.settings === null ? '' : JSON.stringify(adapter.settings, null, 2);
  const start = {
    name: adapter.title,
    publicUrl: '',
    settings: adapter.settingsRequired ? example : '',
  };
  const form = useForm(start, async ({ name, publicUrl, settings }) => {
    const made = await client.post<SourceRecord>('v1/sources', {
      name,
      adapter: adapter.name,
      secret: newSecret(adapter.secretForm),
      publicUrl: publicUrl === '' ? null : publicUrl,
      ...(settings.trim() === '' ? {} : { settings: settingsOf(settings) }),
    });
    form.reset({ name, publicUrl, settings });
    await queryClient.invalidateQueries({ queryKey: ['sources', project] });
    showToast({ text: t.made(made.name) });
    await navigate({
      to: '/p/$project/sources/$sourceId',
      params: { project, sourceId: made.id },
    });
  });
  const { values, set, faultOf } = form;
  const isNoJson = values.settings.trim() !== '' && settingsOf(values.settings) === null;
  return (
    <Panel title={adapter.title}>
      <AdapterFacts adapter={adapter} />
      <form onSubmit={form.submit} className="form" noValidate>
        <TextInput
          label={t.name}
          value={values.name}
          error={faultOf('/name')}
          onChange={({ currentTarget }) => set('name', currentTarget.value)}
        />
        {adapter.settings !== null && (
          <Textarea
            label={t.settings}
            description={adapter.settingsRequired ? t.settingsHint : t.settingsOptional}
            placeholder={example}
            autosize
            minRows={8}
            maxRows={24}
            spellCheck={false}
            classNames={{ input: 'mono' }}
            value={values.settings}
            error={isNoJson ? t.notJson : faultOf('/settings')}
            onChange={({ currentTarget }) => set('settings', currentTarget.value)}
          />
        )}
        {adapter.signsAddress && (
          <TextInput
            label={t.publicUrl}
            description={t.publicUrlHint}
            inputMode="url"
            value={values.publicUrl}
            error={faultOf('/publicUrl')}
            onChange={({ currentTarget }) => set('publicUrl', currentTarget.value)}
          />
        )}
        <FormFoot
          form={form}
          action={t.make}
          shown={adapter.signsAddress ? SHOWN : ['/name']}
          blocked={may ? (isNoJson ? t.notJson : null) : t.mayNot}
          always
          guarded={false}
        >
          <Button
            variant="default"
            size="sm"
            onClick={() => void navigate({ to: '/p/$project/sources', params: { project } })}
          >
            {t.back}
          </Button>
        </FormFoot>
      </form>
    </Panel>
  );
}
