/**
 * Which triggers an endpoint is told of: groups with three states, presets, a search; beside each
 * when it fires, what it carries, and how often it fired of late.
 */
import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import { triggersQuery } from '../../../api/endpoint-act.ts';
import type { TriggerRecord } from '../../../api/endpoint-record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { Icon } from '../../../kit/icon.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { firesText, inWords } from '../../../word/fires.ts';
import { TRIGGER_NAMES, type TriggerName } from '../../../word/trigger.ts';
import { isAgent, offeredTo } from './endpoint-draft.ts';
import { formText } from './text.ts';
import {
  doubled,
  groupOf,
  isFound,
  isPreset,
  PRESET_NAMES,
  presetOf,
  TRIGGER_GROUPS,
} from './trigger-choice.ts';
import { TriggerGroupFields } from './trigger-group.tsx';
import { useCancelled } from './use-cancelled.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

interface PickerProps {
  readonly endpoint: EndpointForm;
}

const POINTER = '/triggers';

export function TriggerPicker({ endpoint }: PickerProps) {
  const t = useText(formText).triggers;
  const [find, setFind] = useState('');
  const { data, error } = useQuery(triggersQuery(useClient()));
  const offered = offeredTo(endpoint.kind);
  const ticked = endpoint.form.values.triggers;
  const words = useText(firesText);
  const known = new Map(inWords(data?.data ?? [], words).map((record) => [record.name, record]));
  const shown = TRIGGER_NAMES.filter((name) => isFound(known.get(name) ?? nameOnly(name), find));
  const fault = endpoint.faultOf(POINTER);
  return (
    <Panel
      title={t.title}
      lead={t.lead}
      tools={<span className="quiet small">{t.ticked(ticked.length, offered.length)}</span>}
    >
      <Presets endpoint={endpoint} offered={offered} />
      <TextInput
        type="search"
        size="xs"
        aria-label={t.find}
        placeholder={t.find}
        value={find}
        onChange={({ currentTarget }) => setFind(currentTarget.value)}
      />
      {error !== null && <p className="fault">{t.failed}</p>}
      {fault !== undefined && (
        <p className="fault" role="alert" aria-invalid="true" tabIndex={-1}>
          {fault}
        </p>
      )}
      <Notes endpoint={endpoint} />
      {shown.length === 0 && <p className="quiet">{t.noneFound}</p>}
      {TRIGGER_GROUPS.map((group) => (
        <TriggerGroupFields
          key={group}
          group={group}
          names={shown.filter((name) => groupOf(name) === group)}
          offered={offered}
          known={known}
          ticked={ticked}
          disabled={endpoint.readOnly}
          onTick={(next) => endpoint.set('triggers', next, POINTER)}
        />
      ))}
    </Panel>
  );
}

function nameOnly(name: string): Pick<TriggerRecord, 'fires' | 'dataKeys'> & { name: string } {
  return { name, fires: '', dataKeys: [] };
}

interface PresetsProps extends PickerProps {
  readonly offered: readonly TriggerName[];
}

function Presets({ endpoint, offered }: PresetsProps) {
  const t = useText(formText).triggers;
  const ticked = endpoint.form.values.triggers;
  return (
    <fieldset className="presets">
      <legend className="unseen">{t.presets}</legend>
      {PRESET_NAMES.map((preset) => (
        <Button
          key={preset}
          variant={isPreset(preset, ticked, offered) ? 'filled' : 'default'}
          size="xs"
          disabled={endpoint.readOnly}
          aria-pressed={isPreset(preset, ticked, offered)}
          onClick={() => endpoint.set('triggers', presetOf(preset, offered), POINTER)}
        >
          {t.preset[preset]}
        </Button>
      ))}
      <Button
        variant="subtle"
        size="xs"
        disabled={endpoint.readOnly || ticked.length === 0}
        onClick={() => endpoint.set('triggers', [], POINTER)}
      >
        {t.clear}
      </Button>
    </fieldset>
  );
}

function Notes({ endpoint }: PickerProps) {
  const t = useText(formText).triggers;
  const twice = doubled(endpoint.form.values.triggers).join(', ');
  const agent = isAgent(endpoint.kind);
  const cancelled = useCancelled(endpoint);
  return (
    <div role="status">
      {twice !== '' && (
        <Alert
          color={agent ? 'yellow' : 'gray'}
          variant="light"
          icon={<Icon name={agent ? 'warn' : 'info'} />}
        >
          {agent ? t.doubledAgent(twice) : t.doubled(twice)}
        </Alert>
      )}
      {cancelled !== null && (
        <Alert color="yellow" variant="light" icon={<Icon name="warn" />}>
          {t.cancels(cancelled.count, cancelled.more)}
        </Alert>
      )}
    </div>
  );
}
