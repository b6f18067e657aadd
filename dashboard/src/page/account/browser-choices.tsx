/**
 * What this browser remembers: language, form of times, shortcuts. Kept here only, at once; there
 * is nothing to save.
 */
import { NativeSelect, Switch } from '@mantine/core';
import { useText } from '../../i18n/catalogue.ts';
import { LANGUAGES, languageChoice } from '../../i18n/language.ts';
import { singleKeysChoice } from '../../keys/single-keys.ts';
import { Panel } from '../../kit/panel.tsx';
import { TIME_FORMS, timeFormChoice } from '../../kit/time/moment.tsx';
import { shellText } from '../../shell/text.ts';
import { useChoice } from '../../stored-choice.ts';
import { entryText } from '../login/text.ts';

export function BrowserChoices() {
  const { account: t, languages } = useText(entryText);
  const { account: shell } = useText(shellText);
  const language = useChoice(languageChoice);
  const times = useChoice(timeFormChoice);
  const keys = useChoice(singleKeysChoice);
  const forms = {
    relative: shell.timesRelative,
    local: shell.timesLocal,
    utc: shell.timesUtc,
  };
  return (
    <Panel title={t.here}>
      <div className="form">
        <NativeSelect
          label={t.dashboardLanguage}
          value={language}
          data={LANGUAGES.map((value) => ({ value, label: languages[value] }))}
          onChange={({ currentTarget }) => {
            const found = LANGUAGES.find((one) => one === currentTarget.value);
            if (found !== undefined) languageChoice.set(found);
          }}
        />
        <NativeSelect
          label={t.times}
          value={times}
          data={TIME_FORMS.map((value) => ({ value, label: forms[value] }))}
          onChange={({ currentTarget }) => {
            const found = TIME_FORMS.find((one) => one === currentTarget.value);
            if (found !== undefined) timeFormChoice.set(found);
          }}
        />
        <Switch
          label={t.keys}
          description={t.keysHint}
          checked={keys === 'on'}
          onChange={({ currentTarget }) =>
            singleKeysChoice.set(currentTarget.checked ? 'on' : 'off')
          }
        />
      </div>
    </Panel>
  );
}
