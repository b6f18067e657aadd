/**
 * Tries a pasted sample on a source: what it would become, and what each line of the settings
 * found. Nothing is stored.
 */
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Static } from 'typebox';
import type { SourceTryResult } from '../../../../src/http/schema/source-try.ts';
import { useClient } from '../../api/api-context.tsx';
import { useMay } from '../../api/session.ts';
import { useText, type Words } from '../../i18n/words.ts';
import { Panel } from '../../kit/panel.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import type { AdapterRecord, SourceRecord } from './source-query.ts';
import { headersOf } from './source-request.ts';

type Tried = Readonly<Static<typeof SourceTryResult>>;

interface TrialPanelProps {
  readonly source: SourceRecord;
  readonly adapter: AdapterRecord | null;
}

export function TrialPanel({ source, adapter }: TrialPanelProps) {
  const t = useText('source');
  const may = useMay('project:admin');
  const types = adapter?.contentTypes ?? [];
  const [values, setValues] = useState({ body: '', headers: '', contentType: types[0] ?? '' });
  const { tried, failure, running, run } = useTrial(source);
  const set = (next: Partial<typeof values>): void =>
    setValues((before) => ({ ...before, ...next }));
  return (
    <Panel title={t.trial} lead={t.trialLead}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          run(values);
        }}
      >
        <Textarea
          label={t.sample}
          classNames={{ input: 'mono' }}
          autosize
          minRows={5}
          maxRows={20}
          spellCheck={false}
          value={values.body}
          onChange={({ currentTarget }) => set({ body: currentTarget.value })}
        />
        <Textarea
          label={t.headers}
          description={t.headersHint}
          classNames={{ input: 'mono' }}
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
          value={values.headers}
          onChange={({ currentTarget }) => set({ headers: currentTarget.value })}
        />
        {types.length > 1 && (
          <NativeSelect
            label={t.contentType}
            data={[...types]}
            value={values.contentType}
            onChange={({ currentTarget }) => set({ contentType: currentTarget.value })}
          />
        )}
        <div className="form-buttons">
          <Button
            type="submit"
            size="sm"
            loading={running}
            disabled={!may || values.body.trim() === ''}
            title={may ? undefined : t.mayNot}
          >
            {t.run}
          </Button>
        </div>
      </form>
      {failure !== null && <Failure error={failure} />}
      {tried !== null && <TrialResult tried={tried} />}
    </Panel>
  );
}

function useTrial({ id }: SourceRecord) {
  const client = useClient();
  const [tried, setTried] = useState<Tried | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [running, setRunning] = useState(false);
  const run = (values: {
    readonly body: string;
    readonly headers: string;
    readonly contentType: string;
  }): void => {
    const headers = headersOf(values.headers);
    const { body, contentType } = values;
    setRunning(true);
    setFailure(null);
    client
      .post<Tried>(`v1/sources/${id}/try`, {
        body,
        ...(contentType === '' ? {} : { contentType }),
        ...(headers === null ? {} : { headers }),
      })
      .then(setTried, (error: unknown) => {
        setTried(null);
        setFailure(error instanceof Error ? error : new Error(String(error)));
      })
      .finally(() => setRunning(false));
  };
  return { tried, failure, running, run };
}

const TONES: Readonly<Record<'taken' | 'ignored' | 'refused', Tone>> = {
  taken: 'good',
  ignored: 'off',
  refused: 'bad',
};

function TrialResult({ tried }: { readonly tried: Tried }) {
  const t = useText('source');
  const said = saidOf(tried, t);
  const outcome = tried.result === 'refused' ? 'refused' : said.length === 0 ? 'ignored' : 'taken';
  return (
    <div className="trial-result" role="status" data-outcome={outcome}>
      <p>
        <b>{t.becomes}</b> <StateBadge {...t.outcome[outcome]} tone={TONES[outcome]} />
      </p>
      {said.length === 0 ? (
        <p className="wrap">
          {[tried.code, tried.why ?? t.nothing].filter((each) => each !== null).join(': ')}
        </p>
      ) : (
        <ul>
          {said.map((words) => (
            <li key={words} className="wrap">
              {words}
            </li>
          ))}
        </ul>
      )}
      {tried.unmapped.length > 0 && (
        <p className="wrap">{tried.unmapped.map(t.notMapped).join('; ')}</p>
      )}
      {tried.lines.length > 0 && <LineTable lines={tried.lines} />}
    </div>
  );
}

/** Each report, hint and log in words; nothing if the sample is ignored or refused. */
function saidOf(tried: Tried, t: Words['source']): readonly string[] {
  const reports = tried.reports.map(({ callId, status, direction, errors, facts, instead }) => {
    const what = [status ?? t.factsOnly, ...errors].join(' ');
    const names = Object.keys(facts).join(', ');
    return [
      t.report(callId, what, direction ?? t.knownDirection),
      ...instead.map(t.instead),
      ...(names === '' ? [] : [t.facts(names)]),
    ].join('; ');
  });
  const hints = tried.hints.map(({ callId, hint }) => t.hint(callId, hint));
  return [...hints, ...reports, ...(tried.logTurns === null ? [] : [t.turns(tried.logTurns)])];
}

function LineTable({ lines }: Pick<Tried, 'lines'>) {
  const t = useText('source');
  return (
    <table className="rows">
      <caption className="unseen">{t.lines}</caption>
      <thead>
        <tr>
          <th scope="col">{t.line}</th>
          <th scope="col">{t.found}</th>
          <th scope="col">{t.became}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, value, became }) => (
          <tr key={line}>
            <th scope="row" data-cell="link" className="wrap">
              {line}
            </th>
            <td data-cell="quiet" className="wrap">
              {value ?? '–'}
            </td>
            <td data-cell="state" className="wrap">
              {became}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
