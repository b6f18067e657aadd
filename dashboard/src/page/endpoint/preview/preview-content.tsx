/**
 * One preview as its kind shows it, and its exact bytes with headers and size. What cannot be
 * drawn still shows its bytes.
 */

import { type ReactNode, useState } from 'react';
import { takesPayload } from '../../../../../src/core/endpoint/endpoint.ts';
import type { EndpointKind, PreviewReply } from '../../../api/endpoint.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/words.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { type AuthMethod, isBuiltIn } from '../form/endpoint-draft.ts';
import { MailPreview } from './mail-preview.tsx';
import { SlackPreview } from './slack-preview.tsx';
import { TeamsPreview } from './teams-lazy.tsx';

export interface PreviewContentProps {
  readonly kind: EndpointKind;
  readonly shown: PreviewReply;
  readonly method: AuthMethod;
}

type View = 'rendered' | 'raw';

export function PreviewContent({ kind, shown, method }: PreviewContentProps) {
  const t = useText('preview');
  const [wanted, setWanted] = useState<View>('rendered');
  const drawn = drawnOf(kind, shown);
  const view: View = drawn === null ? 'raw' : wanted;
  return (
    <>
      {drawn !== null && <ViewChoice view={view} onView={setWanted} />}
      {isBuiltIn(kind) && <p className="quiet small">{t.builtIn}</p>}
      {view === 'rendered' ? drawn : <Raw kind={kind} shown={shown} method={method} />}
      {kind === 'teams' && <p className="quiet small">{t.teamsNote}</p>}
    </>
  );
}

function drawnOf(kind: EndpointKind, { body }: PreviewReply): ReactNode {
  if (kind === 'slack') return <SlackPreview body={body} />;
  if (kind === 'teams') return <TeamsPreview body={body} />;
  return kind === 'email' ? <MailPreview source={body} /> : null;
}

interface ViewChoiceProps {
  readonly view: View;
  onView(view: View): void;
}

function ViewChoice({ view, onView }: ViewChoiceProps) {
  const t = useText('preview');
  return (
    <fieldset className="segments view-choice">
      <legend className="unseen">{t.as}</legend>
      {(['rendered', 'raw'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === view} onClick={() => onView(one)}>
          {t[one]}
        </button>
      ))}
    </fieldset>
  );
}

/** Bytes of a body, at most (S4.5, S8.10). */
const LIMITS: Partial<Readonly<Record<EndpointKind, number>>> = {
  teams: 20_000,
  custom: 65_536,
  'self-provided-agent': 65_536,
};

function Raw({ kind, shown, method }: PreviewContentProps) {
  const t = useText('preview');
  const format = useFormat();
  const limit = LIMITS[kind];
  const bytes = new TextEncoder().encode(shown.body).length;
  const headers = Object.entries(shown.headers);
  return (
    <>
      {headers.length > 0 && kind !== 'email' && (
        <>
          <PartTitle title={t.headers} />
          <CodeView
            label={t.headers}
            content={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
            plain
          />
          {takesPayload(kind) && <p className="quiet small">{t.credentials[method]}</p>}
        </>
      )}
      <PartTitle title={kind === 'email' ? t.source : t.body} />
      <CodeView
        label={kind === 'email' ? t.source : t.body}
        content={shown.body}
        plain={kind === 'email'}
      />
      {limit !== undefined && (
        <p className="quiet small">{t.size(format.bytes(bytes), format.bytes(limit))}</p>
      )}
    </>
  );
}

export function PartTitle({ title }: { readonly title: string }) {
  return <h3 className="small-title">{title}</h3>;
}
