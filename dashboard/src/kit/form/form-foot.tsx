/**
 * The end of a form: what could not be saved and why, the button that saves, and the question when
 * someone leaves with unsaved changes. Faults that no field shows are listed here, so that none is
 * lost.
 */
import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { Dialog } from '../dialog.tsx';
import { Failure } from '../region/failure.tsx';
import { kitText } from '../text.ts';
import type { Form } from './use-form.ts';

export interface FormFootProps<Values> {
  readonly form: Form<Values>;
  /** The button: "Save changes". */
  readonly action: string;
  /** Pointers whose faults the fields show themselves. */
  readonly shown?: readonly string[];
  /** Whether a field at fault was changed since: it is counted no more. */
  readonly changed?: (field: string) => boolean;
  /** Why it cannot be saved yet; the button is off then. */
  readonly blocked?: string | null;
  /** Other buttons, right of the main one. */
  readonly children?: ReactNode;
  /** A form without changes can be sent too: one that makes something. */
  readonly always?: boolean;
  /** False: a form that nobody minds losing, such as a search. */
  readonly guarded?: boolean;
}

export function FormFoot<Values>(props: FormFootProps<Values>) {
  const { form, action, shown = [], blocked = null, always = false, guarded = true } = props;
  const t = useText(kitText).form;
  const left = form.faults.filter(({ field }) => props.changed?.(field) !== true);
  const loose = left.filter(({ field }) => !shown.includes(field));
  return (
    <div className="form-foot">
      {form.failure !== null && (
        <>
          {form.faults.length === 0 && <Failure error={form.failure} />}
          {left.length > 0 && (
            <div role="alert" className="form-faults">
              <b>{t.fix(left.length)}</b>
              <ul>
                {loose.map(({ field, message }) => (
                  <li key={`${field} ${message}`}>
                    <code>{field}</code> {message}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
      {blocked !== null && <p className="quiet small">{blocked}</p>}
      <div className="form-buttons">
        <Button
          type="submit"
          size="sm"
          loading={form.saving}
          disabled={blocked !== null || (!always && !form.dirty)}
        >
          {action}
        </Button>
        {props.children}
      </div>
      {guarded && <LeaveGuard active={form.dirty && !form.saving} />}
    </div>
  );
}

/** Asks before another page takes the place of a form with changes, and before the tab closes. */
function LeaveGuard({ active }: { readonly active: boolean }) {
  const t = useText(kitText).form;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && current.pathname !== next.pathname,
    enableBeforeUnload: active,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      title={t.unsavedTitle}
      onClose={blocker.reset}
      foot={
        <>
          <Button variant="default" size="sm" onClick={blocker.reset}>
            {t.stay}
          </Button>
          <Button color="red" size="sm" onClick={blocker.proceed}>
            {t.leave}
          </Button>
        </>
      }
    >
      <p>{t.unsaved}</p>
    </Dialog>
  );
}
