/**
 * Brings the first steps back to the overview of this browser, also when all of them are done:
 * for somebody new at the table, or for another look. Changes nothing of the project.
 */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { Panel } from '../../kit/panel.tsx';
import { useChoice } from '../../stored-choice.ts';
import { firstStepsChoice } from '../overview/first-steps-choice.ts';
import { settingText } from './text.ts';

export function FirstStepsPanel() {
  const t = useText(settingText).firstSteps;
  const choice = useChoice(firstStepsChoice);
  const navigate = useNavigate();
  const project = useClient().project ?? '';
  const show = (): void => {
    firstStepsChoice.set('again');
    void navigate({ to: '/p/$project/overview', params: { project } });
  };
  return (
    <Panel title={t.title} lead={t.lead}>
      <p>{t.now[choice]}</p>
      <Button variant="default" size="sm" onClick={show}>
        {t.show}
      </Button>
    </Panel>
  );
}
