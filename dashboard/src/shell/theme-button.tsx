/**
 * The theme: as the system, light, dark, in turns. `t` changes it too. Mantine keeps the choice
 * in this browser.
 */
import { useMantineColorScheme } from '@mantine/core';
import { useText } from '../i18n/catalogue.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { IconButton } from '../kit/icon-button.tsx';
import { shellText } from './text.ts';

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const;

export function ThemeButton() {
  const t = useText(shellText).theme;
  // Without keepTransitions Mantine adds a style element, which the policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const change = (): void => setColorScheme(NEXT[colorScheme]);
  useHotkey('t', change);
  const label = t.change(t[colorScheme]);
  return <IconButton icon={colorScheme} name={label} onClick={change} />;
}
