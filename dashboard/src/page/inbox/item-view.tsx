/**
 * One item of the inbox: what is known of it, and its views. The panel beside the list and the
 * full page show the same.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText, type Words } from '../../i18n/words.ts';
import { markSeen } from '../../inbox-seen.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { CopyButton } from '../../kit/copy.tsx';
import { MailFrame } from '../../kit/mail/mail-frame.tsx';
import { Fact, Facts } from '../../kit/panel.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { Tabs } from '../../kit/tabs.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { CompareView } from './compare-view.tsx';
import { type InboxDetail, inboxItemQuery, type Verification } from './inbox-api.ts';
import { AboutLink, AnswerBadge, isOfNotice, VerdictBadge } from './inbox-columns.tsx';
import { INBOX_TABS, type InboxItemSearch } from './inbox-search.ts';
import '../endpoint/endpoint.css';
import { Alert } from '@mantine/core';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { SlackPreview } from '../endpoint/preview/slack-preview.tsx';
import { TeamsPreview } from '../endpoint/preview/teams-lazy.tsx';

interface ItemViewProps {
  readonly id: string;
  readonly tab: NonNullable<InboxItemSearch['tab']>;
}

export function ItemView({ id, tab }: ItemViewProps) {
  const t = useText('inbox').item;
  const client = useClient();
  const query = useQuery(inboxItemQuery(client, id));
  const item = query.data;
  useLiveQueries(['inbox'], ['inbox', client.project, 'one', id]);
  const there = item !== undefined;
  useEffect(() => {
    if (there) markSeen(id);
  }, [there, id]);
  return (
    <DataRegion title={t.region} titleHidden plain region={regionOf(query)} empty={null} rows={6}>
      {item !== undefined && (
        <>
          <ItemFacts item={item} />
          <Tabs
            label={t.tabs}
            current={tab}
            tabs={INBOX_TABS.map((name) => ({ id: name, label: t.tab[name] }))}
          />
          <ItemTab item={item} tab={tab} />
        </>
      )}
    </DataRegion>
  );
}

function ItemTab({
  item,
  tab,
}: {
  readonly item: InboxDetail;
  readonly tab: ItemViewProps['tab'];
}) {
  const t = useText('inbox').item;
  switch (tab) {
    case 'shown':
      return <ItemShown item={item} />;
    case 'raw':
      return (
        <CodeView
          label={item.mail === null ? t.rawLabel : t.mailSource}
          content={item.body}
          plain={item.mail !== null}
        />
      );
    case 'headers':
      return <ItemHeaders headers={item.headers} />;
    case 'verification':
      return <VerificationReport item={item} />;
    case 'compare':
      return <CompareView item={item} />;
  }
}

function ItemFacts({ item }: { readonly item: InboxDetail }) {
  const all = useText('inbox');
  const t = all.item;
  const format = useFormat();
  const project = useClient().project ?? '';
  const endpoints = useEndpoints();
  const { callId, deliveryId, endpointId, attempt, answer, verification } = item;
  const isNotice = isOfNotice(item);
  return (
    <Facts across>
      <Fact name={t.came}>
        <Moment iso={item.receivedAt} exact />
      </Fact>
      {callId !== null && (
        <Fact name={isNotice ? t.alert : t.call}>
          <AboutLink item={item} className="mono wrap" />
        </Fact>
      )}
      {deliveryId !== null && isNotice && (
        <Fact name={t.notice}>
          <span className="mono wrap">{deliveryId}</span>
        </Fact>
      )}
      {deliveryId !== null && !isNotice && (
        <Fact name={t.delivery}>
          <Link
            to="/p/$project/deliveries/$deliveryId"
            params={{ project, deliveryId }}
            className="mono wrap"
          >
            {deliveryId}
          </Link>
        </Fact>
      )}
      {endpointId !== null && (
        <Fact name={t.endpoint}>{endpoints.get(endpointId)?.name ?? endpointId}</Fact>
      )}
      {attempt !== null && <Fact name={t.attempt}>{attempt}</Fact>}
      <Fact name={t.answer}>
        <AnswerBadge answer={answer} /> <span className="quiet small">{answer.reason}</span>
      </Fact>
      {verification !== null && (
        <Fact name={all.column.signature}>
          <VerdictBadge verdict={verification.verdict} />
        </Fact>
      )}
      <Fact name={t.size}>{format.bytes(item.bytes)}</Fact>
    </Facts>
  );
}

/**
 * The headers of an item in the order in which they came.
 * The service masks what may be a credential before it comes here.
 */
function ItemHeaders({ headers }: Pick<InboxDetail, 'headers'>) {
  const t = useText('inbox').item;
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

/**
 * An item as its recipient sees it: a message of Slack, a card of Teams, a mail, or the payload
 * that a receiver reads. Values of strangers are text; HTML runs in a frame without scripts.
 */
function ItemShown({ item }: { readonly item: InboxDetail }) {
  const t = useText('inbox').item;
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
  const t = useText('inbox').item;
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

/**
 * The result of a receiver's checks of a request, in words: each check is made with the code that
 * receivers install.
 */
function VerificationReport({ item }: { readonly item: InboxDetail }) {
  const all = useText('inbox');
  const t = all.verify;
  const format = useFormat();
  const { verification } = item;
  if (verification === null) {
    const pending = item.channel === 'http';
    return <p className="quiet">{pending ? all.item.stillPending : all.item.noVerification}</p>;
  }
  const { verdict, detail, ageS } = verification;
  return (
    <>
      <Alert
        color={COLOURS[verdict]}
        variant="light"
        role="status"
        title={t.verdict[verdict]}
        className="failure"
      >
        <p>{detail}</p>
        {ageS !== null && ageS > 0 && <p>{t.age(format.duration(ageS * 1_000))}</p>}
      </Alert>
      <table className="numbers inbox-checks">
        <caption className="unseen">{t.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.check}</th>
            <th scope="col">{t.result}</th>
            <th scope="col">{t.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {checksOf(verification, t).map(({ name, word, meaning, tone }) => (
            <tr key={name}>
              <th scope="row">{t.name[name]}</th>
              <td>
                <StateBadge word={word} tone={tone} meaning={meaning} />
              </td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const COLOURS = { valid: 'green', invalid: 'red', unsigned: 'yellow' } as const;

interface Check {
  readonly name: 'signature' | 'timestamp' | 'digest' | 'order';
  readonly word: string;
  readonly meaning: string;
  readonly tone: Tone;
}

const TONES: Readonly<Record<string, Tone>> = {
  valid: 'good',
  within: 'good',
  matches: 'good',
  'in-order': 'good',
  invalid: 'bad',
  outside: 'bad',
  differs: 'bad',
  repeat: 'warn',
  late: 'warn',
};

function checksOf(
  { signature, timestamp, digest, order }: Verification,
  t: Words['inbox']['verify'],
): readonly Check[] {
  return [
    { name: 'signature', ...t.signature[signature], tone: TONES[signature] ?? 'off' },
    { name: 'timestamp', ...t.timestamp[timestamp], tone: TONES[timestamp] ?? 'off' },
    { name: 'digest', ...t.digest[digest], tone: TONES[digest] ?? 'off' },
    { name: 'order', ...t.order[order], tone: TONES[order] ?? 'off' },
  ];
}
