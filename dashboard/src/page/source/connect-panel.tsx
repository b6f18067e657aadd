/**
 * The second and the third step: the address to paste at the platform, the secret to paste here,
 * and below them what the platform's newest request says of both. The steps fold away once a
 * genuine request has arrived.
 */
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { CopyLine } from '../../kit/copy.tsx';
import { PasswordField } from '../../kit/form/field.tsx';
import { FormFoot, useForm } from '../../kit/form/form.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { AdapterFacts } from './adapter-facts.tsx';
import type { AdapterRecord, RequestRecord, SourceRecord } from './source-query.ts';
import { newSecret, settingsOf } from './source-request.ts';
import { StepList } from './step-list.tsx';

interface ConnectPanelProps {
  readonly source: SourceRecord;
  /** Null: this service does not have the adapter. */
  readonly adapter: AdapterRecord | null;
  /** Null: none has arrived; undefined: not known yet. */
  readonly newest: RequestRecord | null | undefined;
}

export function ConnectPanel({ source, adapter, newest }: ConnectPanelProps) {
  const t = useText('source');
  const isConnected = newest !== null && newest?.outcome !== 'refused';
  return (
    <>
      {/* Another key: what a person opened or closed stays so until the connection changes. */}
      <details key={String(isConnected)} className="connect-steps" open={!isConnected}>
        <summary>{t.steps}</summary>
        <StepList current={isConnected ? null : newest === null ? 'paste' : 'secret'} />
        {adapter !== null && <AdapterFacts adapter={adapter} />}
        <section className="connect-step">
          <h3>2. {t.step.paste}</h3>
          {adapter !== null && <p lang="en">{adapter.address}</p>}
          <CopyLine text={source.url} what={t.address} />
          {adapter?.signsAddress === true && <p className="quiet small">{t.signsAddress}</p>}
        </section>
        <section className="connect-step">
          <h3>3. {t.step.secret}</h3>
          {adapter !== null && <p lang="en">{adapter.secret}</p>}
          <SecretForm source={source} adapter={adapter} />
        </section>
        {adapter !== null && adapter.settings !== null && (
          <SettingsForm source={source} adapter={adapter} />
        )}
      </details>
      {newest !== undefined && <ConnectNews newest={newest} />}
    </>
  );
}

/** Said aloud when it changes: the first request arrives while the page is open. */
function ConnectNews({ newest }: { readonly newest: RequestRecord | null }) {
  const t = useText('source');
  if (newest === null) {
    return (
      <p className="connect-news" role="status">
        <b>{t.waiting}</b> <span className="quiet">{t.waitingText}</span>
      </p>
    );
  }
  const isRefused = newest.outcome === 'refused';
  return (
    <p className="connect-news wrap" role="status" data-tone={isRefused ? 'bad' : 'good'}>
      <b>{isRefused ? t.refusedNow : t.first}</b> {newest.became.join('; ')}{' '}
      <span className="quiet small">
        <Moment iso={newest.at} />
      </span>
    </p>
  );
}

interface SecretFormProps {
  readonly source: SourceRecord;
  readonly adapter: AdapterRecord | null;
}

function SecretForm({ source, adapter }: SecretFormProps) {
  const t = useText('source');
  const may = useMay('project:admin');
  const save = useSave(source);
  const [made, setMade] = useState<string | null>(null);
  const form = useForm({ secret: '' }, async ({ secret }) => {
    await save({ secret }, t.saved);
    setMade(null);
    form.reset({ secret: '' });
  });
  // The platform takes a secret that is chosen here.
  const mayMake = adapter?.secretFrom === 'operator';
  const make = (): void => {
    const secret = newSecret(adapter?.secretForm ?? 'text');
    setMade(secret);
    form.set('secret', secret);
  };
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <PasswordField
        label={t.secret}
        description={t.present(source.secret)}
        autoComplete="off"
        value={form.values.secret}
        error={form.faultOf('/secret')}
        disabled={!may}
        onChange={({ currentTarget }) => form.set('secret', currentTarget.value)}
      />
      {made !== null && made === form.values.secret && (
        <>
          <CopyLine text={made} what={t.generated} />
          <p className="quiet small">{t.generatedHint}</p>
        </>
      )}
      <FormFoot
        form={form}
        action={t.save}
        shown={['/secret']}
        blocked={may ? null : t.mayNot}
        guarded={false}
      >
        {mayMake && (
          <Button variant="default" size="sm" disabled={!may} onClick={make}>
            {t.generate}
          </Button>
        )}
      </FormFoot>
    </form>
  );
}

interface SettingsFormProps {
  readonly source: SourceRecord;
  readonly adapter: AdapterRecord;
}

function SettingsForm({ source, adapter }: SettingsFormProps) {
  const t = useText('source');
  const may = useMay('project:admin');
  const save = useSave(source);
  const text = source.settings === null ? '' : JSON.stringify(source.settings, null, 2);
  const form = useForm({ text }, (values) =>
    save({ settings: isBlank(values.text) ? null : settingsOf(values.text) }, t.settingsSaved),
  );
  const isNoJson = !isBlank(form.values.text) && settingsOf(form.values.text) === null;
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <Textarea
        label={t.settings}
        description={adapter.settingsRequired ? t.settingsHint : t.settingsOptional}
        placeholder={JSON.stringify(adapter.settings, null, 2)}
        autosize
        minRows={6}
        maxRows={24}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={form.values.text}
        error={isNoJson ? t.notJson : form.faultOf('/settings')}
        disabled={!may}
        onChange={({ currentTarget }) => form.set('text', currentTarget.value)}
      />
      <FormFoot
        form={form}
        action={t.saveSettings}
        shown={['/settings']}
        blocked={may ? (isNoJson ? t.notJson : null) : t.mayNot}
      />
    </form>
  );
}

const isBlank = (text: string): boolean => text.trim() === '';

/** Changes the source, says so, and shows it as it is then. */
function useSave({ id }: SourceRecord): (patch: object, said: string) => Promise<void> {
  const client = useClient();
  return async (patch, said) => {
    await client.patch<SourceRecord>(`v1/sources/${id}`, patch);
    showToast({ text: said });
    await queryClient.invalidateQueries({ queryKey: ['sources', client.project] });
  };
}
