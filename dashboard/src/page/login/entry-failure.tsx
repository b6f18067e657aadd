/**
 * Why one is not let in: a wrong password or code is no alarm of the service, its sentence is
 * enough; and too many tries say how long to wait.
 */
import { ApiFailure } from '../../api/failure.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { Failure } from '../../kit/region/failure.tsx';
import { entryText } from './text.ts';

export function EntryFailure({ error }: { readonly error: Error }) {
  const t = useText(entryText).login;
  const format = useFormat();
  if (!(error instanceof ApiFailure)) return <Failure error={error} />;
  const { status, retryAfterS } = error;
  if (status === 429 && retryAfterS !== null) {
    return (
      <p className="fault" role="alert">
        {t.throttled(format.duration(retryAfterS * 1_000))}
      </p>
    );
  }
  if (status !== 401) return <Failure error={error} />;
  return (
    <p className="fault" role="alert">
      {error.message}
    </p>
  );
}
