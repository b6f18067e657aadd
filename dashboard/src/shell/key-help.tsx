/**
 * The help of `?`: every key of the page, and the switch that turns single keys off. Opened from
 * the account's menu too.
 */
import { Button, Switch } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useText } from '../i18n/catalogue.ts';
import { singleKeysChoice } from '../keys/single-keys.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { Dialog } from '../kit/dialog.tsx';
import { kitText } from '../kit/text.ts';
import { useChoice } from '../stored-choice.ts';
import { RAIL_KEYS, type RailItemId } from './rail-keys.ts';
import { shellText } from './text.ts';

let open = false;
const listeners = new Set<() => void>();

export function openKeyHelp(): void {
  change(true);
}

function change(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

export function KeyHelp() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
  useHotkey('?', openKeyHelp);
  return shown ? <Help /> : null;
}

function Help() {
  const { keys: t, nav } = useText(shellText);
  const { close } = useText(kitText).dialog;
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
      onClose={() => change(false)}
      foot={
        <Button size="sm" variant="default" onClick={() => change(false)}>
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
          keys={[
            ...([
              ['?', list.help],
              ['/', list.search],
              ['f', list.filter],
            ] as const),
            ...goTo,
            ...([
              ['[', list.earlier],
              [']', list.later],
              ['p', list.pause],
            ] as const),
            ...([
              ['t', list.theme],
              ['Esc', list.close],
            ] as const),
          ]}
        />
        <Keys
          title={t.lists}
          keys={[
            ...([
              ['j ↓', list.next],
              ['k ↑', list.before],
              ['Enter', list.open],
            ] as const),
            ...([
              ['o', list.peek],
              ['x Space', list.select],
              ['Shift ↓', list.range],
            ] as const),
            ...([['e', list.export]] as const),
          ]}
        />
        <Keys
          title={t.details}
          keys={[
            ...([
              ['j k', `${list.next}, ${list.before}`],
              ['1–5', list.tabs],
            ] as const),
            ...([
              ['r', list.retry],
              ['c', list.cancel],
              ['y', list.copy],
            ] as const),
          ]}
        />
      </div>
    </Dialog>
  );
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
