/**
 * How many calls, how fast, under which ids; and the button that starts or stops.
 * Off for roles that may not report calls, and says which may.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { type Scenario, SPEEDS, type Speed } from './scenario.ts';
import type { SimulatorSearch } from './simulator-search.ts';

export interface SimulatorSettingsProps {
  readonly search: SimulatorSearch;
  readonly scenario: Scenario;
  readonly running: boolean;
  readonly onChange: (next: Partial<SimulatorSearch>) => void;
  readonly onStart: () => void;
  readonly onAbort: () => void;
}

export const CALLS_MAX = 500;

export function SimulatorSettings(props: SimulatorSettingsProps) {
  const { search, scenario, running, onStart, onAbort } = props;
  const t = useText('simulator');
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const may = useMay('reports:write');
  const count = countOf(search, scenario);
  const good = count !== null && isPrefix(prefixOf(search, scenario));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (may && good && !running) onStart();
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <SettingFields {...props} />
      <div className="form-buttons">
        <Button
          type="submit"
          size="sm"
          disabled={!may || !good || running}
          title={may ? undefined : onlyRole(role.operator)}
        >
          {t.start(count ?? scenario.calls)}
        </Button>
        <Button size="sm" variant="default" disabled={!running} onClick={onAbort}>
          {t.abort}
        </Button>
      </div>
      {!may && <p className="quiet small">{onlyRole(role.operator)}</p>}
    </form>
  );
}

function SettingFields({ search, scenario, onChange }: SimulatorSettingsProps) {
  const t = useText('simulator');
  const prefix = prefixOf(search, scenario);
  return (
    <>
      <div className="simulator-row">
        <TextInput
          label={t.calls}
          description={t.callsHint}
          inputMode="numeric"
          maxLength={4}
          defaultValue={search.calls ?? String(scenario.calls)}
          error={countOf(search, scenario) === null ? t.badCount : undefined}
          onChange={({ currentTarget }) => onChange({ calls: currentTarget.value })}
        />
        <NativeSelect
          label={t.speed}
          value={search.speed ?? 'real'}
          onChange={({ currentTarget }) => onChange({ speed: speedOf(currentTarget.value) })}
          data={SPEED_NAMES.map((value) => ({ value, label: t.speeds[value] }))}
        />
      </div>
      <TextInput
        label={t.prefix}
        description={t.prefixHint}
        defaultValue={prefix}
        maxLength={200}
        error={isPrefix(prefix) ? undefined : t.badPrefix}
        onChange={({ currentTarget }) => onChange({ prefix: currentTarget.value })}
      />
      <div className="simulator-row">
        <TextInput
          label={t.clientId}
          placeholder={t.optional}
          defaultValue={search.clientId ?? ''}
          maxLength={256}
          onChange={({ currentTarget }) => onChange({ clientId: orAbsent(currentTarget.value) })}
        />
        <TextInput
          label={t.callSid}
          placeholder={t.optional}
          defaultValue={search.callSid ?? ''}
          maxLength={250}
          onChange={({ currentTarget }) => onChange({ callSid: orAbsent(currentTarget.value) })}
        />
      </div>
    </>
  );
}

// The keys are those of the table.
const SPEED_NAMES = Object.keys(SPEEDS) as readonly Speed[];

/** Null: no number of calls that can be simulated. */
export function countOf({ calls }: SimulatorSearch, scenario: Pick<Scenario, 'calls'>) {
  if (calls === undefined) return scenario.calls;
  const count = Number(calls);
  return calls !== '' && Number.isInteger(count) && count >= 1 && count <= CALLS_MAX ? count : null;
}

export function prefixOf({ prefix }: SimulatorSearch, { id }: Pick<Scenario, 'id'>): string {
  return prefix ?? `sim-${id}`;
}

function isPrefix(prefix: string): boolean {
  return prefix.trim() !== '' && prefix.length <= 200;
}

function orAbsent(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function speedOf(text: string): SimulatorSearch['speed'] {
  return text === 'fast' || text === 'faster' || text === 'instant' ? text : undefined;
}
