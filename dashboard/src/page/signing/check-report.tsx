/**
 * The verdict of a checked request, and
 * each check of it in words.
 */
import { Alert } from '@mantine/core';
import { useText } from '../../i18n/catalogue.ts';
import { type Format, useFormat } from '../../i18n/format.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import type { CheckedRequest, CheckResult } from './check-request.ts';
import { type SigningText, signingText } from './text.ts';

export function CheckReport({ checked }: { readonly checked: CheckedRequest }) {
  const t = useText(signingText).verify;
  const format = useFormat();
  const valid = checked.verdict === 'valid';
  return (
    <>
      <Alert
        color={valid ? 'green' : 'red'}
        variant="light"
        role="status"
        className="failure"
        title={valid ? t.valid : t.invalid}
      >
        <p>{valid ? t.validText : t.invalidText}</p>
        {checked.trimmed && <p>{t.trimmed}</p>}
      </Alert>
      <table className="numbers checks">
        <caption className="unseen">{t.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.name}</th>
            <th scope="col">{t.result}</th>
            <th scope="col">{t.why}</th>
          </tr>
        </thead>
        <tbody>
          {checked.checks.map((check) => {
            const why = whyOf(check, t, format);
            return (
              <tr key={check.name}>
                <th scope="row">{t.names[check.name]}</th>
                <td>
                  <StateBadge {...badgeOf(check, t)} meaning={why} />
                </td>
                <td className="wrap">{why}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

type Words = SigningText['verify'];

function badgeOf({ word }: CheckResult, t: Words): { readonly word: string; readonly tone: Tone } {
  if (word === 'fine') return { word: t.ok, tone: 'good' };
  if (word === 'not-there') return { word: t.absent, tone: 'off' };
  if (word === 'not-checked') return { word: t.open, tone: 'off' };
  return { word: t.failed, tone: 'bad' };
}

function whyOf({ name, word, about }: CheckResult, t: Words, format: Format): string {
  switch (word) {
    case 'fine':
      return t.fine[name];
    case 'missing':
      return t.missing(about);
    case 'malformed':
      return t.malformed(about);
    case 'old':
      return t.old(format.duration(Number(about)));
    case 'ahead':
      return t.ahead(format.duration(Number(about)));
    case 'other-endpoint':
      return t.otherEndpoint(about);
    case 'unknown-key':
      return t.unknownKey(about);
    case 'other-key':
      return t.otherKey(about);
    case 'digest-differs':
      return name === 'digest' ? t.digestDiffers.digest : t.digestDiffers.signature;
    case 'not-there':
      return t.notThere;
    case 'not-checked':
      return t.notChecked;
  }
}
