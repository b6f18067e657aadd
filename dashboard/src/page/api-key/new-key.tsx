/**
 * Makes an API key: a name, what it may do, until when. Then it shows the key, once, with the
 * command that tries it.
 */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useText } from '../../i18n/catalogue.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { CopyLine } from '../../kit/copy-line.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { FormFoot } from '../../kit/form/form-foot.tsx';
import { type Form, useForm } from '../../kit/form/use-form.ts';
import { saveFile } from '../../kit/save-file.ts';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import {
  type ApiKeyRecord,
  expiryOf,
  LIFETIMES,
  type Lifetime,
  PRESETS,
  type Scope,
} from './api-key-record.ts';
import { SCOPE_NAMES } from './scope-name.ts';
import { apiKeyText } from './text.ts';

interface Values {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly lifetime: Lifetime;
}

type Made = ApiKeyRecord & { readonly token: string };

export function NewKey({ onClose }: { readonly onClose: () => void }) {
  const t = useText(apiKeyText);
  const client = useClient();
  const [made, setMade] = useState<Made | null>(null);
  const start: Values = { name: '', scopes: PRESETS.report, lifetime: 'never' };
  const form = useForm<Values>(start, async ({ name, scopes, lifetime }) => {
    const expiresAt = expiryOf(lifetime, serverNowMs());
    setMade(await client.post<Made>('v1/api-keys', { name, scopes, expiresAt }));
    await queryClient.invalidateQueries({ queryKey: ['api-keys', client.project] });
  });
  if (made !== null) return <MadeKey made={made} onClose={onClose} />;
  return (
    <Dialog title={t.createTitle} onClose={onClose}>
      <form onSubmit={form.submit} className="form" noValidate>
        <TextInput
          label={t.name}
          description={t.nameHint}
          data-autofocus
          value={form.values.name}
          error={form.faultOf('/name')}
          onChange={({ currentTarget }) => form.set('name', currentTarget.value)}
        />
        <ScopeFields form={form} />
        <NativeSelect
          label={t.expiresLabel}
          value={form.values.lifetime}
          error={form.faultOf('/expiresAt')}
          onChange={({ currentTarget }) => {
            const chosen = LIFETIME_NAMES.find((name) => name === currentTarget.value);
            if (chosen !== undefined) form.set('lifetime', chosen);
          }}
          data={LIFETIME_NAMES.map((value) => ({ value, label: t.expiresIn[value] }))}
        />
        <FormFoot form={form} action={t.create} shown={SHOWN} always guarded={false}>
          <Button variant="default" size="sm" onClick={onClose}>
            {t.cancel}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  );
}

const SHOWN = ['/name', '/expiresAt', '/scopes'];
const LIFETIME_NAMES = Object.keys(LIFETIMES) as readonly Lifetime[];

function ScopeFields({ form }: { readonly form: Form<Values> }) {
  const t = useText(apiKeyText);
  const { scopes } = form.values;
  const toggle = (scope: Scope): void => {
    const without = scopes.filter((one) => one !== scope);
    form.set('scopes', without.length < scopes.length ? without : [...scopes, scope]);
  };
  const fault = form.faultOf('/scopes');
  return (
    <fieldset className="choices">
      <legend>{t.scopesLegend}</legend>
      <p className="preset-line">
        <span className="quiet small">{t.presets}</span>
        {PRESET_NAMES.map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            onClick={() => form.set('scopes', PRESETS[name])}
          >
            {t.preset[name]}
          </Button>
        ))}
      </p>
      <div className="scope-list">
        {SCOPE_NAMES.map((scope) => (
          <Checkbox
            key={scope}
            size="xs"
            label={scope}
            description={t.scopes[scope]}
            checked={scopes.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </div>
      {fault !== undefined && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

const PRESET_NAMES = Object.keys(PRESETS) as readonly (keyof typeof PRESETS)[];

function MadeKey({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const t = useText(apiKeyText);
  const base = document.baseURI.replace(/\/$/, '');
  const curl = `curl ${base}/v1/calls \\\n  -H 'authorization: Bearer ${made.token}'`;
  return (
    <Dialog
      title={t.made}
      size="large"
      onClose={onClose}
      foot={
        <>
          <Button
            variant="default"
            size="sm"
            onClick={() => saveFile(new Blob([made.token]), `${made.name}.key.txt`)}
          >
            {t.download}
          </Button>
          <Button size="sm" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <p>{t.madeLead}</p>
      <CopyLine text={made.token} what={t.key} />
      {made.scopes.includes('calls:read') || made.scopes.includes('project:admin') ? (
        <CodeView label={t.try} content={curl} plain />
      ) : null}
    </Dialog>
  );
}
