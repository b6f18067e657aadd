/**
 * How a request is verified in each language, with the addresses of this project put in: the five
 * lines of its receiver package, and a whole program without one. The lines are those of the
 * packages' READMEs; the programs are run by `test/dashboard/page/signing/snippet.proof.ts`.
 */

import { NativeSelect } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { Client } from '../../api/client.ts';
import type { EndpointRecord, Page } from '../../api/record.ts';
import { useText } from '../../i18n/words.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useBase } from '../endpoint/use-base.ts';
import { fillPackage, fillSnippet } from './fill-snippet.ts';
import { PACKAGED, PROGRAMS, SNIPPETS } from './signing-search.ts';
import go from './snippet/go.txt?raw';
import node from './snippet/node.txt?raw';
import openssl from './snippet/openssl.txt?raw';
import csharpPackage from './snippet/package/csharp.txt?raw';
import goPackage from './snippet/package/go.txt?raw';
import javaPackage from './snippet/package/java.txt?raw';
import nodePackage from './snippet/package/node.txt?raw';
import phpPackage from './snippet/package/php.txt?raw';
import pythonPackage from './snippet/package/python.txt?raw';
import rubyPackage from './snippet/package/ruby.txt?raw';
import php from './snippet/php.txt?raw';
import python from './snippet/python.txt?raw';

const TEXTS: Readonly<Record<(typeof PROGRAMS)[number], string>> = {
  node,
  python,
  go,
  php,
  openssl,
};
const PACKAGES: Readonly<Record<(typeof PACKAGED)[number], string>> = {
  node: nodePackage,
  python: pythonPackage,
  go: goPackage,
  java: javaPackage,
  csharp: csharpPackage,
  php: phpPackage,
  ruby: rubyPackage,
};

export function SnippetsPanel({ language }: { readonly language: (typeof SNIPPETS)[number] }) {
  const t = useText('signing').snippet;
  const base = useBase().replace(/\/$/, '');
  const { project } = useClient();
  const [endpointId, setEndpointId] = useState<string | null>(null);
  const facts = { base, project: project ?? '', endpointId };
  const packaged = PACKAGED.find((id) => id === language);
  const program = PROGRAMS.find((id) => id === language);
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
      {packaged !== undefined && (
        <>
          <h3>{t.withPackage}</h3>
          <CodeView
            label={t.packaged(t.names[language])}
            content={fillPackage(PACKAGES[packaged], facts)}
            plain
          />
        </>
      )}
      {program !== undefined && (
        <>
          <h3>{t.withoutPackage}</h3>
          <CodeView
            label={t.code(t.names[language])}
            content={fillSnippet(TEXTS[program], facts)}
            plain
          />
        </>
      )}
    </Panel>
  );
}

interface EndpointChoiceProps {
  readonly label: string;
  /** The label of the first entry, which selects none. */
  readonly none: string;
  readonly value: string | null;
  onChange(endpointId: string | null): void;
}

/**
 * Which of the signed endpoints is meant: for a program,
 * or as whom a request is checked.
 */
export function EndpointChoice({ label, none, value, onChange }: EndpointChoiceProps) {
  const { data } = useQuery(signedEndpointsQuery(useClient()));
  const endpoints = data?.endpoints ?? [];
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value === '' ? null : currentTarget.value);
      }}
      data={[
        { value: '', label: none },
        ...endpoints.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
      ]}
    />
  );
}

/** The largest page of the API. */
export const COUNTED_MAX = 200;

interface SignedEndpoints {
  readonly endpoints: readonly EndpointRecord[];
  /** There are endpoints that were not looked at. */
  readonly more: boolean;
}

/**
 * The endpoints whose requests are signed. One page is asked for: where there are more endpoints
 * than it holds, the answer says so.
 */
export function signedEndpointsQuery(client: Client) {
  return queryOptions({
    queryKey: ['endpoints', client.project, 'signed'],
    queryFn: async ({ signal }): Promise<SignedEndpoints> => {
      const query = { limit: COUNTED_MAX };
      const page = await client.get<Page<EndpointRecord>>('v1/endpoints', { query, signal });
      const endpoints = page.data.filter(({ auth }) => auth?.method === 'rsa-sha256');
      return { endpoints, more: page.nextCursor !== null };
    },
    staleTime: 30_000,
  });
}
