/**
 * One group of triggers as a fieldset: a checkbox for all of it with three states, and one each.
 * Ticks of triggers that a search hides stay as they are.
 */
import { Link } from '@tanstack/react-router';
import { useClient } from '../../../api/api-context.tsx';
import type { TriggerRecord } from '../../../api/endpoint-record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Icon } from '../../../kit/icon.tsx';
import type { TriggerName } from '../../../word/trigger.ts';
import { formText } from './text.ts';
import { type TriggerGroup, ticksOf, toggled } from './trigger-choice.ts';

export interface TriggerGroupProps {
  readonly group: TriggerGroup;
  /** Those that are shown. */
  readonly names: readonly TriggerName[];
  /** Those that this kind may subscribe to. */
  readonly offered: readonly TriggerName[];
  readonly known: ReadonlyMap<TriggerName, TriggerRecord>;
  readonly ticked: readonly TriggerName[];
  readonly disabled: boolean;
  onTick(ticked: readonly TriggerName[]): void;
}

export function TriggerGroupFields(props: TriggerGroupProps) {
  const { group, names, offered, ticked, disabled, onTick } = props;
  const t = useText(formText).triggers;
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

function TriggerRow(props: TriggerGroupProps & { readonly name: TriggerName }) {
  const { name, known, ticked, offered, disabled, onTick } = props;
  const t = useText(formText).triggers;
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
