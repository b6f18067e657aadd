/**
 * A form: its values and the answers of the service (`useForm`), and its end with the button that
 * saves (`FormFoot`).
 */

import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import {
  type FormEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ApiFailure, type FieldFault } from '../../api/failure.ts';
import { useText } from '../../i18n/words.ts';
import { Dialog } from '../dialog.tsx';
import { Failure } from '../region/data-region.tsx';

export interface Form<Values> {
  readonly values: Values;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** The service's refusal, if no field shows it. */
  readonly failure: Error | null;
  readonly faults: readonly FieldFault[];
  set<Key extends keyof Values>(key: Key, value: Values[Key]): void;
  /** Undefined: the field has no fault. */
  faultOf(pointer: string): string | undefined;
  /** `from`: the form, when another part of the page asks for it. */
  submit(event?: FormEvent, from?: EventTarget | null): void;
  /** Begins anew with these values: after a save, or when the record came. */
  reset(values: Values): void;
}

/**
 * A form's values, and what the service said of them. The server validates; this only keeps its
 * answers beside the fields: `faultOf('/auth/token')` is the message of that JSON pointer. After a
 * refused save the first field at fault takes the focus. `save` rejects with an `ApiFailure`; after
 * it resolves the form is clean. `typed`: what was typed before a reload; the form begins with it,
 * and dirty.
 */
export function useForm<Values extends object>(
  initial: Values,
  save: (values: Values) => Promise<unknown>,
  typed: Values = initial,
): Form<Values> {
  const [values, setValues] = useState(typed);
  const [clean, setClean] = useState(initial);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const running = useRef(false);
  const begunAnew = useRef(false);
  const sent = useRef<EventTarget | null>(null);
  useLayoutEffect(() => {
    if (failure !== null) focusFault(sent.current);
  }, [failure]);
  const faults = failure instanceof ApiFailure ? failure.fields : [];
  const submit = (event?: FormEvent, from?: EventTarget | null): void => {
    event?.preventDefault();
    if (running.current) return;
    running.current = true;
    begunAnew.current = false;
    sent.current = event?.currentTarget ?? from ?? null;
    setSaving(true);
    save(values)
      .then(
        () => {
          setFailure(null);
          if (!begunAnew.current) setClean(values);
        },
        (error: unknown) => {
          setFailure(error instanceof Error ? error : new Error(String(error)));
        },
      )
      .finally(() => {
        running.current = false;
        setSaving(false);
      });
  };
  const reset = useCallback((next: Values) => {
    begunAnew.current = true;
    setValues(next);
    setClean(next);
    setFailure(null);
  }, []);
  return {
    values,
    saving,
    failure,
    faults,
    submit,
    reset,
    dirty: isChanged(values, clean),
    set: (key, value) => setValues((before) => ({ ...before, [key]: value })),
    faultOf: (pointer) => faultOf(faults, pointer),
  };
}

/** The message of exactly this JSON pointer. */
function faultOf(faults: readonly FieldFault[], pointer: string): string | undefined {
  return faults.find(({ field }) => field === pointer)?.message;
}

function isChanged<Values extends object>(now: Values, before: Values): boolean {
  return now !== before && JSON.stringify(now) !== JSON.stringify(before);
}

function focusFault(form: EventTarget | null): void {
  if (!(form instanceof HTMLElement)) return;
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

interface FormFootProps<Values> {
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
  /** False: a form that may be lost, such as a search. */
  readonly guarded?: boolean;
}

/**
 * The end of a form: what could not be saved and why, the button that saves, and the question when
 * a person leaves with unsaved changes. Faults that no field shows are listed here, so that none is
 * lost.
 */
export function FormFoot<Values>(props: FormFootProps<Values>) {
  const { form, action, shown = [], blocked = null, always = false, guarded = true } = props;
  const t = useText('kit').form;
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
  const t = useText('kit').form;
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
