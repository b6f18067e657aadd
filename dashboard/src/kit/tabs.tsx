/**
 * Tabs whose choice stands in the address: `?tab=…`. They are links, so that back, copy and a new
 * tab work; keys 1 to 9 choose them while single-key shortcuts are on.
 */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHotkey } from '../keys/use-hotkey.ts';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** A count or a state beside the label. */
  readonly note?: ReactNode;
}

export interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly current: Id;
  /** The parameter of the address; `tab` when absent. The first tab leaves it out. */
  readonly param?: string;
}

export function Tabs<Id extends string>({ label, tabs, current, param = 'tab' }: TabsProps<Id>) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab, index) => (
        <TabLink key={tab.id} number={index + 1} tab={tab} current={tab.id === current}>
          {(content) => (
            <Link
              to="."
              search={(before) => ({ ...before, [param]: index === 0 ? undefined : tab.id })}
              resetScroll={false}
              className="tab"
              activeOptions={{ explicitUndefined: true }}
              aria-current={tab.id === current ? 'page' : undefined}
              data-tab={`${param}-${index + 1}`}
            >
              {content}
            </Link>
          )}
        </TabLink>
      ))}
    </nav>
  );
}

interface TabLinkProps<Id extends string> {
  readonly number: number;
  readonly tab: Tab<Id>;
  readonly current: boolean;
  readonly children: (content: ReactNode) => ReactNode;
}

function TabLink<Id extends string>({ number, tab, children }: TabLinkProps<Id>) {
  useHotkey(String(number), () => {
    document.querySelector<HTMLElement>(`[data-tab$="-${number}"]`)?.click();
  });
  return children(
    <>
      {tab.label}
      {tab.note !== undefined && <span className="tab-note">{tab.note}</span>}
    </>,
  );
}
