/**
 * Which triggers an endpoint is told of: groups with three states, presets, a search; beside each
 * when it fires, what it carries, and how often it fired of late.
 */

import { Alert, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isAgent } from '../../../../../src/core/endpoint/endpoint.ts';
import type { Trigger } from '../../../../../src/core/trigger/trigger.ts';
import { TRIGGERS } from '../../../../../src/core/trigger/trigger.ts';
import { useClient } from '../../../api/api-context.tsx';
import type { TriggerRecord } from '../../../api/endpoint.ts';
import { COUNTED_MAX, OPEN_STATES, queuedQuery, triggersQuery } from '../../../api/endpoint-act.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/words.ts';
import { Icon } from '../../../kit/icon.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { inWords } from '../../../word/trigger.ts';
import { offeredTo } from './endpoint-draft.ts';
import {
  doubled,
  groupOf,
  isFound,
  isPreset,
  PRESET_NAMES,
  presetOf,
  TRIGGER_GROUPS,
  type TriggerGroup,
  ticksOf,
  toggled,
} from './trigger-choice.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

interface PickerProps {
  readonly endpoint: EndpointForm;
}

const POINTER = '/triggers';

export function TriggerPicker({ endpoint }: PickerProps) {
  const t = useText('endpointForm').triggers;
  const [find, setFind] = useState('');
  const { data, error } = useQuery(triggersQuery(useClient()));
  const offered = offeredTo(endpoint.kind);
  const ticked = endpoint.form.values.triggers;
  const words = useText('fires');
  const known = new Map(inWords(data?.data ?? [], words).map((record) => [record.name, record]));
  const shown = TRIGGERS.filter((name) => isFound(known.get(name) ?? nameOnly(name), find));
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
  readonly offered: readonly Trigger[];
}

function Presets({ endpoint, offered }: PresetsProps) {
  const t = useText('endpointForm').triggers;
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
  const t = useText('endpointForm').triggers;
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

interface TriggerGroupProps {
  readonly group: TriggerGroup;
  /** The triggers that are shown. */
  readonly names: readonly Trigger[];
  /** The triggers that this kind may subscribe to. */
  readonly offered: readonly Trigger[];
  readonly known: ReadonlyMap<Trigger, TriggerRecord>;
  readonly ticked: readonly Trigger[];
  readonly disabled: boolean;
  onTick(ticked: readonly Trigger[]): void;
}

/**
 * One group of triggers as a fieldset: a checkbox for all of it with three states, and one each.
 * Ticks of triggers that a search hides stay as they are.
 */
function TriggerGroupFields(props: TriggerGroupProps) {
  const { group, names, offered, ticked, disabled, onTick } = props;
  const t = useText('endpointForm').triggers;
  const choosable = names.filter((name) => offered.includes(name));
  const ticks = ticksOf(choosable, ticked);
  if (names.length === 0) return null;
  return (
    <fieldset className="trigger-group">
      <legend className={names.length > 1 ? 'unseen' : ''}>{t.group[group]}</legend>
      {names.length > 1 && (
        <label className="check trigger-all">
          <input
            type="checkbox"
            checked={ticks === 'all'}
            disabled={disabled}
            ref={(box) => {
              if (box !== null) box.indeterminate = ticks === 'some';
            }}
            onChange={() => onTick(toggled(choosable, ticked))}
          />
          <span>{t.group[group]}</span>
        </label>
      )}
      <ul className="trigger-list">
        {names.map((name) => (
          <TriggerRow key={name} {...props} name={name} />
        ))}
      </ul>
    </fieldset>
  );
}

function TriggerRow(props: TriggerGroupProps & { readonly name: Trigger }) {
  const { name, known, ticked, offered, disabled, onTick } = props;
  const t = useText('endpointForm').triggers;
  const format = useFormat();
  const project = useClient().project ?? '';
  const record = known.get(name);
  const barred = !offered.includes(name);
  const checked = ticked.includes(name);
  return (
    <li className="trigger-row" data-barred={barred}>
      <label className="check trigger-name">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled || (barred && !checked)}
          onChange={() => onTick(toggled([name], ticked))}
        />
        <span className="mono wrap">{name}</span>
      </label>
      {record !== undefined && (
        <span className="trigger-about">
          {barred ? t.noLoop : record.fires}{' '}
          <code className="quiet" title={t.keys}>
            {record.dataKeys.join(' ')}
          </code>
        </span>
      )}
      {record !== undefined && (
        <span className="trigger-count quiet">
          {t.fired(record.fired, format.number(record.fired))}
        </span>
      )}
      <Link
        to="/p/$project/catalog/{-$trigger}"
        params={{ project, trigger: name }}
        target="_blank"
        className="icon-button"
        aria-label={t.catalog(name)}
        title={t.catalog(name)}
      >
        <Icon name="out" />
      </Link>
    </li>
  );
}

interface Cancelled {
  readonly count: number;
  /** There may be more than were counted. */
  readonly more: boolean;
}

/**
 * How many queued deliveries a change would cancel: those of triggers that were ticked and no
 * longer are. Null: none.
 */
export function useCancelled({ record, form }: EndpointForm): Cancelled | null {
  const unticked = (record?.triggers ?? []).filter((name) => !form.values.triggers.includes(name));
  const asked = record !== null && unticked.length > 0;
  const query = queuedQuery(useClient(), record?.id ?? '', OPEN_STATES, unticked);
  const { data } = useQuery({ ...query, enabled: asked });
  if (!asked || data === undefined || data === 0) return null;
  return { count: data, more: data >= COUNTED_MAX };
}
