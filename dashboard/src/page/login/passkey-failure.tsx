/**
 * Why a passkey was not shown or made: what the service said, or what the browser did. A dialog of
 * the browser that was closed looks like one that timed out.
 */
import { ApiFailure } from '../../api/failure.ts';
import { useText } from '../../i18n/catalogue.ts';
import { EntryFailure } from './entry-failure.tsx';
import { entryText } from './text.ts';

export function PasskeyFailure({ error }: { readonly error: Error }) {
  const t = useText(entryText).passkey;
  if (error instanceof ApiFailure) return <EntryFailure error={error} />;
  return (
    <p className="fault" role="alert">
      {error.name === 'InvalidStateError' ? t.already : t.cancelled}
    </p>
  );
}
