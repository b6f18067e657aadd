/**
 * The filter of a list: what filters now, as chips that can be taken off, and a field that takes
 * `state:failed` and completes it. The address holds the filter; a word that is no filter stays as
 * a red chip until it is taken off. `f` goes to the field.
 */
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useText, type Words } from '../../i18n/words.ts';
import { useHotkey } from '../../keys/use-hotkey.ts';
import { Icon } from '../icon.tsx';
import {
  activeTokens,
  type FilterFault,
  type FilterField,
  type FilterSearch,
  parseFilter,
  type Suggestion,
  suggestions,
  withFilter,
  withoutFilter,
} from './filter-token.ts';

interface FilterBoxProps {
  readonly fields: readonly FilterField[];
  readonly search: FilterSearch;
  onSearch(search: FilterSearch): void;
  readonly placeholder?: string;
}

export function FilterBox({ fields, search, onSearch, placeholder }: FilterBoxProps) {
  const t = useText('kit').filter;
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
        fields={fields}
        text={text}
        setText={setText}
        apply={apply}
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

function faultOf({ text, key, value, instead }: FilterFault, t: Words['kit']['filter']): string {
  if (instead !== undefined) return instead;
  return key === null ? t.unknown(text) : t.noValue(key, value);
}

interface ChipProps {
  readonly label: string;
  readonly fault?: string;
  readonly onRemove: () => void;
}

function Chip({ label, fault, onRemove }: ChipProps) {
  const t = useText('kit').filter;
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

interface FilterInputProps {
  readonly fields: readonly FilterField[];
  readonly text: string;
  setText(text: string): void;
  apply(text: string): void;
  readonly placeholder: string;
}

/**
 * The field of a filter with its completion: a combobox. Arrows choose a suggestion, Tab and Enter
 * take it, Enter on a whole word applies it, Esc closes the list and then leaves the field.
 */
function FilterInput(props: FilterInputProps) {
  const { fields, text, setText, placeholder } = props;
  const t = useText('kit').filter;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  useHotkey('f', () => input.current?.focus());
  const found = open ? suggestions(lastWord(text), fields) : [];
  const close = (): void => {
    setOpen(false);
    setAt(-1);
  };
  const take = (suggestion: Suggestion): void => {
    const whole = `${text.slice(0, text.length - lastWord(text).length)}${suggestion.text}`;
    setAt(-1);
    if (suggestion.text.endsWith(':')) setText(whole);
    else {
      props.apply(whole);
      close();
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (filterKey(event, { found, at, setAt, take, close, ...props })) event.preventDefault();
  };
  return (
    <div className="filter-field">
      <Icon name="filter" />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={t.add}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onFocus={() => setOpen(true)}
        onBlur={close}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setOpen(true);
          setAt(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        className="suggestions"
        role="listbox"
        id={id}
        aria-label={t.suggestions}
        hidden={found.length === 0}
      >
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={one.text}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerDown={(event) => {
              event.preventDefault();
              take(one);
            }}
          >
            <code>{one.text}</code> <span className="quiet">{one.label}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

interface FieldState extends FilterInputProps {
  readonly found: readonly Suggestion[];
  readonly at: number;
  setAt(at: number): void;
  take(suggestion: Suggestion): void;
  close(): void;
}

/** True when the key was ours. */
function filterKey(event: KeyboardEvent, state: FieldState): boolean {
  const { found, at, text } = state;
  const chosen = found[at];
  switch (event.key) {
    case 'ArrowDown':
      state.setAt(Math.min(found.length - 1, at + 1));
      return found.length > 0;
    case 'ArrowUp':
      state.setAt(Math.max(-1, at - 1));
      return found.length > 0;
    case 'Tab':
      if (chosen === undefined) return false;
      state.take(chosen);
      return true;
    case 'Enter':
      if (chosen !== undefined) state.take(chosen);
      else if (text.trim() !== '') {
        state.apply(text);
        state.close();
      }
      return true;
    case 'Escape':
      if (found.length === 0) return false;
      state.close();
      return true;
    default:
      return false;
  }
}

function lastWord(text: string): string {
  return /\S*$/.exec(text)?.[0] ?? '';
}
