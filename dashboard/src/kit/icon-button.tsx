/**
 * A button that is an icon. Its name is read aloud and shown at the pointer; nothing else says what
 * it does, so there is never one without.
 */
import { Icon, type IconName } from './icon.tsx';

export interface IconButtonProps {
  readonly icon: IconName;
  readonly name: string;
  /** Beside `icon-button`, for its place. */
  readonly className?: string;
  onClick(): void;
}

export function IconButton({ icon, name, className, onClick }: IconButtonProps) {
  const classes = className === undefined ? 'icon-button' : `icon-button ${className}`;
  return (
    <button type="button" className={classes} aria-label={name} title={name} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
