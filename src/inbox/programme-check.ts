/**
 * Checks whether a behaviour makes sense for a box; every fault is reported at once, with what to
 * do. The shape and the bounds of each value have been checked before. Pure.
 */
import { type FieldError, ServiceError } from '../core/error/service-error.ts';
import type { InboxBehaviour, InboxBoxName } from '../engine/ports/inbox.ts';

/** Throws INVALID_INPUT. */
export function assertSensible({ channel }: InboxBoxName, behaviour: InboxBehaviour): void {
  const faults = [...bothFaults(behaviour)];
  faults.push(...(channel === 'email' ? mailFaults(behaviour) : httpFaults(behaviour)));
  const fields: readonly FieldError[] = faults.map(([field, message]) => ({ field, message }));
  if (fields.length > 0) {
    throw new ServiceError('INVALID_INPUT', 'No box can behave like this.', { fields });
  }
}

type Fault = readonly [field: string, message: string];

function* bothFaults(behaviour: InboxBehaviour): Iterable<Fault> {
  const { action, status, body, retryAfter, delayMs } = behaviour;
  if (action === 'answer' && status === null && delayMs === 0) {
    yield ['/status', 'Say what is different: a status, a delayMs, or another action.'];
  }
  const isSaid = status !== null || body !== null || retryAfter !== null;
  if (action !== 'answer' && isSaid) {
    yield ['/action', 'Leave status, body and retryAfter out: nothing is answered.'];
  }
  if (status === null && action === 'answer' && (body !== null || retryAfter !== null)) {
    yield ['/status', 'Give the status that body and retryAfter belong to.'];
  }
  if (action === 'hang' && delayMs > 0) yield ['/delayMs', 'Leave it out: it hangs anyway.'];
}

function* httpFaults({ status, at }: InboxBehaviour): Iterable<Fault> {
  if (status !== null && status < 200) yield ['/status', 'Use an HTTP status from 200 to 599.'];
  if (at !== 'data') yield ['/at', 'Leave it out: only mail comes in stages.'];
}

function* mailFaults(behaviour: InboxBehaviour): Iterable<Fault> {
  const { status, retryAfter, at, callId, action } = behaviour;
  if (status !== null && status < 400) {
    yield ['/status', 'Use an SMTP code from 400 to 599; a mail is accepted without any.'];
  }
  if (retryAfter !== null) yield ['/retryAfter', 'Leave it out: a mail server cannot say it.'];
  if (at === 'rcpt' && callId !== null) {
    yield ['/callId', 'Use at: data; a call is known only when the mail has come.'];
  }
  if (at === 'rcpt' && action === 'answer' && status === null) {
    yield ['/status', 'Give the SMTP code to answer the recipient with.'];
  }
}
