/**
 * Programs that verify a request, one per language, with the addresses of this project put in. The
 * same texts are run by `test/dashboard/page/signing/snippet.proof.ts`.
 */
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useBase } from '../endpoint/use-base.ts';
import { EndpointChoice } from './endpoint-choice.tsx';
import { fillSnippet } from './fill-snippet.ts';
import { SNIPPETS } from './signing-search.ts';
import go from './snippet/go.txt?raw';
import node from './snippet/node.txt?raw';
import openssl from './snippet/openssl.txt?raw';
import php from './snippet/php.txt?raw';
import python from './snippet/python.txt?raw';
import { signingText } from './text.ts';

const TEXTS = { node, python, go, php, openssl };

export function SnippetsPanel({ language }: { readonly language: (typeof SNIPPETS)[number] }) {
  const t = useText(signingText).snippet;
  const base = useBase().replace(/\/$/, '');
  const { project } = useClient();
  const [endpointId, setEndpointId] = useState<string | null>(null);
  const facts = { base, project: project ?? '', endpointId };
  return (
    <Panel title={t.title} lead={t.lead}>
      <ul className="snippet-notes">
        <li>{t.checks}</li>
        <li>{t.bytes}</li>
        <li>{t.once}</li>
      </ul>
      <div className="form">
        <EndpointChoice
          label={t.endpoint}
          none={t.ownEndpoint}
          value={endpointId}
          onChange={setEndpointId}
        />
      </div>
      <Tabs
        label={t.language}
        param="language"
        tabs={SNIPPETS.map((id) => ({ id, label: t.names[id] }))}
        current={language}
      />
      <CodeView
        label={t.code(t.names[language])}
        content={fillSnippet(TEXTS[language], facts)}
        plain
      />
    </Panel>
  );
}
