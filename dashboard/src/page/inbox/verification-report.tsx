/**
 * What a receiver finds out about a request, in words: each check of it, made with the code that
 * receivers install.
 */
import { Alert } from '@mantine/core';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import type { InboxDetail, Verification } from './inbox-api.ts';
import { type InboxText, inboxText } from './text.ts';

export function VerificationReport({ item }: { readonly item: InboxDetail }) {
  const all = useText(inboxText);
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
  ...{ valid: 'good', within: 'good', matches: 'good', 'in-order': 'good' },
  ...{ invalid: 'bad', outside: 'bad', differs: 'bad', repeat: 'warn', late: 'warn' },
};

function checksOf(
  { signature, timestamp, digest, order }: Verification,
  t: InboxText['verify'],
): readonly Check[] {
  return [
    { name: 'signature', ...t.signature[signature], tone: TONES[signature] ?? 'off' },
    { name: 'timestamp', ...t.timestamp[timestamp], tone: TONES[timestamp] ?? 'off' },
    { name: 'digest', ...t.digest[digest], tone: TONES[digest] ?? 'off' },
    { name: 'order', ...t.order[order], tone: TONES[order] ?? 'off' },
  ];
}
