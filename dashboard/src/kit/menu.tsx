/**
 * A button that opens a short list of actions: arrows move, Enter does, Esc and a click outside
 * close. Actions that cannot be done now stay in the list and say why.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

export interface MenuAction {
  readonly id: string;
  readonly label: ReactNode;
  onSelect(): void;
  /** Why it cannot be done now. */
  readonly disabled?: string;
  readonly dangerous?: boolean;
  readonly checked?: boolean;
}

export interface MenuProps {
  readonly label: string;
  /** The content of the button. */
  readonly button: ReactNode;
  readonly actions: readonly MenuAction[];
  readonly align?: 'left' | 'right';
  readonly className?: string;
}

export function Menu({ label, button, actions, align = 'right', className }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    place.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    const onOutside = (event: Event): void => {
      if (event.target instanceof Node && place.current?.contains(event.target) !== true) {
        setOpen(false);
      }
    };
    document.addEventListener('pointerdown', onOutside);
    return () => document.removeEventListener('pointerdown', onOutside);
  }, [open]);
  const closeAndReturn = (): void => {
    setOpen(false);
    place.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open) return;
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault();
      closeAndReturn();
      return;
    }
    if (moveIn(place.current, event.key)) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the list inside
    <div className="menu" ref={place} onKeyDown={onKeyDown}>
      <button
        type="button"
        className={className ?? 'icon-button'}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div className="menu-list" role="menu" id={id} aria-label={label} data-align={align}>
          {actions.map((action) => (
            <MenuItem key={action.id} action={action} onDone={closeAndReturn} />
          ))}
        </div>
      )}
    </div>
  );
}

/** An item that is one of several choices is a radio item of the menu. */
function MenuItem({
  action,
  onDone,
}: {
  readonly action: MenuAction;
  readonly onDone: () => void;
}) {
  const { label, onSelect, disabled, dangerous = false, checked } = action;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a radio when it has the state
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      className="menu-item"
      tabIndex={-1}
      data-dangerous={dangerous}
      aria-disabled={disabled !== undefined}
      title={disabled}
      onClick={() => {
        if (disabled !== undefined) return;
        onDone();
        onSelect();
      }}
    >
      {label}
      {disabled !== undefined && <span className="menu-why">{disabled}</span>}
    </button>
  );
}

function moveIn(place: HTMLElement | null, key: string): boolean {
  const items = [...(place?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  const at = items.findIndex((item) => item.matches(':focus'));
  const to: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next = to[key];
  if (next === undefined) return false;
  items[next]?.focus();
  return true;
}
