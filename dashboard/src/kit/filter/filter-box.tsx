/**
 * The filter of a list: what filters now, as chips that can be taken off, and a field that takes
 * `state:failed` and completes it. The address holds the filter; a word that is no filter stays as
 * a red chip until it is taken off. `f` goes to the field.
 */
import { useState } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { Icon } from '../icon.tsx';
import { type KitText, kitText } from '../text.ts';
import { FilterInput } from './filter-input.tsx';
import {
  activeTokens,
  type FilterFault,
  type FilterField,
  type FilterSearch,
  parseFilter,
  withFilter,
  withoutFilter,
} from './filter-token.ts';

export interface FilterBoxProps {
  readonly fields: readonly FilterField[];
  readonly search: FilterSearch;
  onSearch(search: FilterSearch): void;
  readonly placeholder?: string;
}

export function FilterBox({ fields, search, onSearch, placeholder }: FilterBoxProps) {
  const t = useText(kitText).filter;
  const [text, setText] = useState('');
  const [faults, setFaults] = useState<readonly FilterFault[]>([]);
  const apply = (typed: string): void => {
    const parsed = parseFilter(typed, fields);
    setFaults([...faults, ...parsed.faults]);
    setText('');
    if (Object.keys(parsed.changes).length > 0) onSearch(withFilter(search, parsed, fields));
  };
  const tokens = activeTokens(search, fields);
  return (
    <search className="filter" aria-label={t.label}>
      <FilterInput
        {...{ fields, text, setText, apply }}
        placeholder={placeholder ?? t.placeholder}
      />
      {tokens.length + faults.length > 0 && (
        <ul className="chips" aria-label={t.active}>
          {tokens.map(({ key, value, label }) => (
            <Chip
              key={`${key}:${value}`}
              label={label}
              onRemove={() => onSearch(withoutFilter(search, key, value))}
            />
          ))}
          {faults.map((fault) => (
            <Chip
              key={fault.text}
              label={fault.text}
              fault={faultOf(fault, t)}
              onRemove={() => setFaults(faults.filter((one) => one !== fault))}
            />
          ))}
        </ul>
      )}
    </search>
  );
}

function faultOf({ text, key, value, instead }: FilterFault, t: KitText['filter']): string {
  if (instead !== undefined) return instead;
  return key === null ? t.unknown(text) : t.noValue(key, value);
}

interface ChipProps {
  readonly label: string;
  readonly fault?: string;
  readonly onRemove: () => void;
}

function Chip({ label, fault, onRemove }: ChipProps) {
  const t = useText(kitText).filter;
  return (
    <li className="chip" data-fault={fault !== undefined}>
      {fault !== undefined && <Icon name="warn" />}
      <span className="wrap">{label}</span>
      {fault !== undefined && (
        <span className="chip-fault" role="alert">
          {fault}
        </span>
      )}
      <button type="button" aria-label={t.remove(label)} onClick={onRemove}>
        <Icon name="bad" />
      </button>
    </li>
  );
}
