/**
 * A dialog for the behaviour of one box: ready-made failures, or any by hand. The address names the
 * box, so that a link leads to it and "back" closes it.
 */

import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { type Form, FormFoot, useForm } from '../../kit/form/form.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { showToast } from '../../kit/toast.tsx';
import { type BehaviourDraft, bodyOf, boxNameOf, draftOf, presetsFor } from './behaviour.ts';
import { type Box, boxQuery, programBox, resetBox } from './inbox-api.ts';

export function BoxDialog({ box }: { readonly box: string }) {
  const t = useText('inbox');
  const client = useClient();
  const name = boxNameOf(box);
  const navigate = useNavigate();
  const close = (): void => {
    void navigate({
      to: '.',
      search: (before) => ({ ...before, box: undefined }),
      resetScroll: false,
    });
  };
  const query = useQuery(boxQuery(client, name));
  const shown = `${t.channel[name.channel]} ${name.name}`;
  return (
    <Dialog title={t.behaviour.title(shown)} onClose={close} size="large">
      <DataRegion title={t.column.box} titleHidden plain region={regionOf(query)} empty={null}>
        {query.data !== undefined && (
          <BehaviourForm key={box} box={query.data} shown={shown} onDone={close} />
        )}
      </DataRegion>
    </Dialog>
  );
}

interface BehaviourFormProps {
  readonly box: Box;
  /** How the box is called. */
  readonly shown: string;
  readonly onDone: () => void;
}

/**
 * Tells a box what to do: a ready-made case fills the fields, and all of them can be changed.
 * The service says what makes no sense, at its field.
 */
function BehaviourForm({ box, shown, onDone }: BehaviourFormProps) {
  const t = useText('inbox').behaviour;
  const { dialog, onlyRole } = useText('kit');
  const { role } = useText('word');
  const client = useClient();
  const may = useMay('deliveries:write');
  const done = async (text: string): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ['inbox', client.project, 'boxes'] });
    showToast({ text });
    onDone();
  };
  const form = useForm(draftOf(box.behaviour), async (draft) => {
    await programBox(client, box, bodyOf(draft, box.channel));
    await done(t.saved(shown));
  });
  const reset = (): void => {
    resetBox(client, box).then(
      () => done(t.resetDone(shown)),
      (error: Error) => showToast({ text: error.message, tone: 'bad' }),
    );
  };
  return (
    <form className="form behaviour" onSubmit={form.submit} noValidate>
      <fieldset className="bare" disabled={!may}>
        <fieldset className="box-presets">
          <legend>{t.presets}</legend>
          {presetsFor(box.channel).map(({ name, draft }) => (
            <Button
              key={name}
              size="compact-sm"
              variant="default"
              onClick={() => fill(form, draft)}
            >
              {t.preset[name]}
            </Button>
          ))}
        </fieldset>
        <BehaviourFields form={form} box={box} />
      </fieldset>
      <FormFoot
        form={form}
        action={t.save}
        guarded={false}
        always
        shown={FIELDS}
        blocked={may ? null : onlyRole(role.operator)}
      >
        <Button variant="default" size="sm" disabled={!may} onClick={reset}>
          {t.reset}
        </Button>
        <Button variant="default" size="sm" onClick={onDone}>
          {dialog.cancel}
        </Button>
      </FormFoot>
    </form>
  );
}

/** Fills in the draft as if it had been typed. */
function fill(form: Form<BehaviourDraft>, draft: BehaviourDraft): void {
  for (const key of KEYS) form.set(key, draft[key]);
}

const KEYS = [
  ...(['action', 'status', 'retryAfter', 'body', 'delay', 'first', 'callId', 'at'] as const),
] as const;

const FIELDS = [
  '/action',
  '/status',
  '/retryAfter',
  '/body',
  '/delayMs',
  '/first',
  '/callId',
  '/at',
];

interface FieldsProps {
  readonly form: Form<BehaviourDraft>;
  readonly box: Box;
}

function BehaviourFields({ form, box }: FieldsProps) {
  const t = useText('inbox').behaviour;
  const { values } = form;
  const mail = box.channel === 'email';
  const text = (key: 'status' | 'retryAfter' | 'delay' | 'first' | 'callId', pointer: string) => ({
    value: values[key],
    error: form.faultOf(pointer),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      form.set(key, event.currentTarget.value),
  });
  return (
    <>
      <NativeSelect
        label={t.action}
        value={values.action}
        error={form.faultOf('/action')}
        onChange={({ currentTarget }) =>
          form.set('action', ACTIONS.find((one) => one === currentTarget.value) ?? 'answer')
        }
        data={ACTIONS.map((value) => ({ value, label: t.actions[value] }))}
      />
      {values.action === 'answer' && (
        <>
          <div className="inbox-row">
            <TextInput
              label={mail ? t.mailStatus : t.status}
              description={t.statusHint}
              inputMode="numeric"
              {...text('status', '/status')}
            />
            {!mail && (
              <TextInput
                label={t.retryAfter}
                description={t.retryAfterHint}
                {...text('retryAfter', '/retryAfter')}
              />
            )}
          </div>
          <Textarea
            label={t.body}
            rows={2}
            value={values.body}
            error={form.faultOf('/body')}
            onChange={({ currentTarget }) => form.set('body', currentTarget.value)}
          />
        </>
      )}
      <div className="inbox-row">
        {values.action !== 'hang' && (
          <TextInput label={t.delay} inputMode="decimal" {...text('delay', '/delayMs')} />
        )}
        <TextInput
          label={t.first}
          description={t.firstHint}
          inputMode="numeric"
          {...text('first', '/first')}
        />
        <TextInput label={t.call} description={t.callHint} {...text('callId', '/callId')} />
        {mail && (
          <NativeSelect
            label={t.at}
            value={values.at}
            error={form.faultOf('/at')}
            onChange={({ currentTarget }) =>
              form.set('at', currentTarget.value === 'rcpt' ? 'rcpt' : 'data')
            }
            data={(['data', 'rcpt'] as const).map((value) => ({ value, label: t.atWord[value] }))}
          />
        )}
      </div>
    </>
  );
}

const ACTIONS = ['answer', 'hang', 'drop'] as const;
