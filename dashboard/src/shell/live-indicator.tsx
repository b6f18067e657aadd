/**
 * Whether the page is live: ● live, ◌ paused, ⚠ reconnecting or asking. A click, or `p`, pauses
 * and resumes.
 */
import { useText } from '../i18n/catalogue.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { Icon, type IconName } from '../kit/icon.tsx';
import { type LiveState, useLiveState } from '../live/live.tsx';
import { shellText } from './text.ts';

const ICONS: Readonly<Record<LiveState, IconName | 'dot' | 'ring'>> = {
  off: 'ring',
  connecting: 'ring',
  live: 'dot',
  paused: 'ring',
  reconnecting: 'warn',
  polling: 'warn',
};

export function LiveIndicator() {
  const t = useText(shellText).live;
  const [state, setPaused] = useLiveState();
  const toggle = (): void => setPaused(state !== 'paused');
  useHotkey('p', toggle);
  const icon = ICONS[state];
  const action = state === 'paused' ? t.resume : t.pause;
  return (
    <button
      type="button"
      className="live"
      data-live={state}
      aria-pressed={state === 'paused'}
      title={`${t.meaning[state]} ${action}`}
      onClick={toggle}
    >
      {icon === 'dot' || icon === 'ring' ? (
        <span className={`live-${icon}`} aria-hidden="true" />
      ) : (
        <Icon name={icon} />
      )}
      <span className="live-word">{t[state]}</span>
      <span className="unseen">{action}</span>
    </button>
  );
}
