/**
 * What an attempt sent: method, address, headers and the body, byte for byte. Credentials and
 * signatures are named, never shown.
 */
import { useText } from '../../../i18n/catalogue.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { CopyButton } from '../../../kit/copy-button.tsx';
import type { AttemptPart } from './attempt-part.ts';
import { isInside } from './replay-refusal.ts';
import { curlCommand, type RequestHeader, requestHeaders, takesWebhook } from './request-parts.ts';
import { oneText } from './text.ts';

export function RequestTab({ delivery, endpoint, attempt }: AttemptPart) {
  const { request: t, action } = useText(oneText);
  const webhook = endpoint !== undefined && takesWebhook(endpoint.kind);
  return (
    <>
      <RequestLine endpoint={endpoint} />
      {webhook && (
        <>
          <h3>{t.headers}</h3>
          <HeaderTable headers={requestHeaders(delivery, endpoint, attempt)} />
          <p className="quiet small">{t.note}</p>
        </>
      )}
      <h3>{t.body}</h3>
      <CodeView
        label={t.body}
        content={delivery.body}
        tools={
          webhook && <CopyButton text={curlCommand(delivery, endpoint)} what={action.curl} wide />
        }
      />
    </>
  );
}

function RequestLine({ endpoint }: Pick<AttemptPart, 'endpoint'>) {
  const { request: t } = useText(oneText);
  if (endpoint === undefined) return <p className="quiet">{t.removed}</p>;
  const { kind, target } = endpoint;
  if (isInside(kind)) return <p className="quiet">{t.none}</p>;
  const isMail = kind === 'email';
  return (
    <>
      <p className="request-line mono wrap">
        {!isMail && <strong>{POST}</strong>} {target}
      </p>
      {isMail && <p className="quiet small">{t.mail}</p>}
      {!isMail && !takesWebhook(kind) && <p className="quiet small">{t.product}</p>}
    </>
  );
}

const POST = 'POST';

function HeaderTable({ headers }: { readonly headers: readonly RequestHeader[] }) {
  const { request: t } = useText(oneText);
  const said = { credential: t.credential, signature: t.madeAnew, masked: t.credential };
  return (
    <table className="headers">
      <caption className="unseen">{t.headers}</caption>
      <tbody>
        {headers.map(({ name, value, hidden }) => (
          <tr key={name}>
            <th scope="row" className="mono">
              {name}
            </th>
            <td className={value === null ? 'quiet' : 'mono wrap'}>
              {value ?? said[hidden ?? 'credential']}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
