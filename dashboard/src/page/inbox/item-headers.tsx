/**
 * The headers of an item in the order in which they came.
 * The service masks what may be a credential before it comes here.
 */
import { useText } from '../../i18n/catalogue.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import type { InboxDetail } from './inbox-api.ts';
import { inboxText } from './text.ts';

export function ItemHeaders({ headers }: Pick<InboxDetail, 'headers'>) {
  const t = useText(inboxText).item;
  const text = headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  return (
    <>
      <p className="quiet small">
        {t.masked} <CopyButton text={text} what={t.headersLabel} />
      </p>
      <table className="numbers inbox-headers">
        <caption className="unseen">{t.headersLabel}</caption>
        <thead>
          <tr>
            <th scope="col">{t.header}</th>
            <th scope="col">{t.value}</th>
          </tr>
        </thead>
        <tbody>
          {headers.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers repeat, and never move
            <tr key={index}>
              <th scope="row" className="mono">
                {name}
              </th>
              <td className="mono wrap">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
