/**
 * An item as its recipient sees it: a message of Slack, a card of Teams, a mail, or the payload
 * that a receiver reads. Values of strangers are text; HTML runs in a frame without scripts.
 */
import { useState } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { MailFrame } from '../../kit/mail/mail-frame.tsx';
import '../endpoint/endpoint.css';
import { SlackPreview } from '../endpoint/preview/slack-preview.tsx';
import { TeamsPreview } from '../endpoint/preview/teams-lazy.tsx';
import type { InboxDetail } from './inbox-api.ts';
import { inboxText } from './text.ts';

export function ItemShown({ item }: { readonly item: InboxDetail }) {
  const t = useText(inboxText).item;
  switch (item.channel) {
    case 'slack':
      return <SlackPreview body={item.body} />;
    case 'teams':
      return <TeamsPreview body={item.body} />;
    case 'email':
      return item.mail === null ? null : <MailShown mail={item.mail} />;
    case 'http':
      return <CodeView label={t.payload} content={item.body} />;
  }
}

function MailShown({ mail }: { readonly mail: NonNullable<InboxDetail['mail']> }) {
  const t = useText(inboxText).item;
  const [wanted, setWanted] = useState<'html' | 'text'>('html');
  const part = mail.html === null ? 'text' : wanted;
  return (
    <>
      <Facts>
        <Fact name={t.subject}>
          <b className="wrap">{mail.subject}</b>
        </Fact>
        <Fact name={t.from}>
          <span className="wrap">{mail.from}</span>
        </Fact>
        <Fact name={t.to}>
          <span className="wrap">{mail.to.join(', ')}</span>
        </Fact>
      </Facts>
      {mail.html !== null && (
        <fieldset className="segments inbox-parts">
          <legend className="unseen">{t.mailHtml}</legend>
          {(['html', 'text'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === part}
              onClick={() => setWanted(one)}
            >
              {t.part[one]}
            </button>
          ))}
        </fieldset>
      )}
      {part === 'html' && mail.html !== null ? (
        <MailFrame html={mail.html} title={t.mailHtml} />
      ) : (
        <CodeView label={t.mailText} content={mail.text} plain />
      )}
    </>
  );
}
