/**
 * A form's values, and what the service said of them. The server validates; this only keeps its
 * answers beside the fields: `faultOf('/auth/token')` is the message of that JSON pointer. After a
 * refused save the first field at fault takes the focus. Leaving with unsaved changes asks first.
 */
import { type FormEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { ApiFailure, type FieldFault } from '../../api/failure.ts';

export interface Form<Values> {
  readonly values: Values;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** What the service refused, when that is not said at a field. */
  readonly failure: Error | null;
  readonly faults: readonly FieldFault[];
  set<Key extends keyof Values>(key: Key, value: Values[Key]): void;
  /** Undefined: nothing is wrong with it. */
  faultOf(pointer: string): string | undefined;
  /** `from`: the form, when another part of the page asks for it. */
  submit(event?: FormEvent, from?: EventTarget | null): void;
  /** Begins anew with these values: after a save, or when the record came. */
  reset(values: Values): void;
}

/**
 * `save` rejects with an `ApiFailure`; after it resolves the form is clean. `typed`: what was typed
 * before a reload; the form begins with it, and dirty.
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
    ...{ values, saving, failure, faults, submit, reset },
    dirty: isChanged(values, clean),
    set: (key, value) => setValues((before) => ({ ...before, [key]: value })),
    faultOf: (pointer) => faultOf(faults, pointer),
  };
}

/** The message of exactly this JSON pointer. */
export function faultOf(faults: readonly FieldFault[], pointer: string): string | undefined {
  return faults.find(({ field }) => field === pointer)?.message;
}

export function isChanged<Values extends object>(now: Values, before: Values): boolean {
  return now !== before && JSON.stringify(now) !== JSON.stringify(before);
}

function focusFault(form: EventTarget | null): void {
  if (!(form instanceof HTMLElement)) return;
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
