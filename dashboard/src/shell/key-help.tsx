/**
 * The help of `?`: every key of the page, and the switch that turns single keys off. Opened from
 * the account's menu too.
 */
import { Button, Switch } from '@mantine/core';
import { useText, type Words } from '../i18n/words.ts';
import { singleKeysChoice, useHotkey } from '../keys/use-hotkey.ts';
import { Dialog } from '../kit/dialog.tsx';
import { pageValue, usePageValue } from '../page-value.ts';
import { useChoice } from '../stored-value.ts';
import { RAIL_KEYS, type RailItemId } from './rail-keys.ts';

const open = pageValue(false);

export function openKeyHelp(): void {
  open.set(true);
}

export function KeyHelp() {
  const shown = usePageValue(open);
  useHotkey('?', openKeyHelp);
  return shown ? <Help /> : null;
}

function Help() {
  const { keys: t, nav } = useText('shell');
  const { close } = useText('kit').dialog;
  const single = useChoice(singleKeysChoice);
  const { list } = t;
  const goTo = Object.entries(RAIL_KEYS).map(([id, key]): readonly [string, string] => [
    `g ${key}`,
    // The keys of the table are names of pages, and all have a word.
    `${list.goTo} ${nav[id as RailItemId]}`,
  ]);
  return (
    <Dialog
      title={t.title}
      size="large"
      onClose={() => open.set(false)}
      foot={
        <Button size="sm" variant="default" onClick={() => open.set(false)}>
          {close}
        </Button>
      }
    >
      <Switch
        label={t.on}
        description={t.onWhy}
        checked={single === 'on'}
        onChange={({ currentTarget }) => singleKeysChoice.set(currentTarget.checked ? 'on' : 'off')}
      />
      <div className="keys">
        <Keys
          title={t.anywhere}
          keys={[...wordsOf(FIRST, list), ...goTo, ...wordsOf(ANYWHERE, list)]}
        />
        <Keys title={t.lists} keys={wordsOf(LISTS, list)} />
        <Keys title={t.details} keys={wordsOf(DETAILS, list)} />
      </div>
    </Dialog>
  );
}

type Meaning = keyof Words['shell']['keys']['list'];
type KeyTable = readonly (readonly [key: string, meaning: Meaning])[];

const FIRST: KeyTable = [
  ['?', 'help'],
  ['/', 'search'],
  ['f', 'filter'],
];
const ANYWHERE: KeyTable = [
  ['[', 'earlier'],
  [']', 'later'],
  ['p', 'pause'],
  ['t', 'theme'],
  ['Esc', 'close'],
];
const LISTS: KeyTable = [
  ['j ↓', 'next'],
  ['k ↑', 'before'],
  ['Enter', 'open'],
  ['o', 'peek'],
  ['x Space', 'select'],
  ['Shift ↓ ↑', 'range'],
  ['r', 'retry'],
  ['c', 'cancel'],
  ['y', 'copy'],
  ['e', 'export'],
];
const DETAILS: KeyTable = [
  ['j k', 'beside'],
  ['1–5', 'tabs'],
  ['r', 'retry'],
  ['c', 'cancel'],
  ['y', 'copy'],
];

function wordsOf(
  table: KeyTable,
  words: Readonly<Record<Meaning, string>>,
): readonly (readonly [string, string])[] {
  return table.map(([key, meaning]) => [key, words[meaning]]);
}

interface KeysProps {
  readonly title: string;
  readonly keys: readonly (readonly [key: string, meaning: string])[];
}

function Keys({ title, keys }: KeysProps) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
