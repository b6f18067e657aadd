/**
 * A mail as its reader gets it: the subject, then the HTML part or the text part. All of it is
 * read out of the source that would be sent.
 */
import { useState } from 'react';
import { useText } from '../../../i18n/words.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { MailFrame } from '../../../kit/mail/mail-frame.tsx';
import { Fact, Facts } from '../../../kit/panel.tsx';
import { readMail } from './mail-source.ts';

const SHOWN_HEADERS = ['From', 'To', 'Message-ID', 'References', 'Auto-Submitted'];

export function MailPreview({ source }: { readonly source: string }) {
  const t = useText('preview');
  const [part, setPart] = useState<'html' | 'text'>('html');
  const mail = readMail(source);
  if (mail === null) return <p className="quiet">{t.unknown}</p>;
  return (
    <>
      <Facts>
        <Fact name={t.subject}>
          <b className="wrap">{mail.subject}</b>
        </Fact>
        {mail.headers
          .filter(([name]) => SHOWN_HEADERS.includes(name))
          .map(([name, value]) => (
            <Fact key={name} name={name}>
              <span className="wrap small">{value}</span>
            </Fact>
          ))}
      </Facts>
      <fieldset className="segments view-choice">
        <legend className="unseen">{t.mail}</legend>
        {(['html', 'text'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={one === part} onClick={() => setPart(one)}>
            {t[one]}
          </button>
        ))}
      </fieldset>
      {part === 'html' ? (
        <MailFrame html={mail.html} title={t.html} />
      ) : (
        <CodeView label={t.text} content={mail.text} plain />
      )}
    </>
  );
}
