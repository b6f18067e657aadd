/**
 * The first steps of somebody who is new, ticked by facts of the service only, each with the one
 * thing that helps. It can be hidden in this browser and shown again, here and in the settings; all
 * done, it goes by itself unless it was asked for again.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { Icon } from '../../kit/icon.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { useChoice } from '../../stored-choice.ts';
import { firstStepsChoice } from './first-steps-choice.ts';
import { onboardingQuery } from './overview-query.ts';
import { StepHelp } from './step-help.tsx';
import { overviewText } from './text.ts';

export function FirstSteps() {
  const { steps: t } = useText(overviewText);
  const query = useQuery(onboardingQuery(useClient()));
  const choice = useChoice(firstStepsChoice);
  const { data } = query;
  const all = data?.steps.length ?? 0;
  if (data !== undefined && data.done === all && choice !== 'again') return null;
  if (choice === 'hidden') {
    return (
      <p className="small">
        <button type="button" className="link-button" onClick={() => firstStepsChoice.set('shown')}>
          {t.show}
        </button>
      </p>
    );
  }
  const open = data?.steps.find(({ done }) => !done)?.step;
  return (
    <DataRegion
      title={t.title}
      region={regionOf(query)}
      rows={7}
      empty={null}
      tools={
        <span className="steps-tools">
          <strong className="steps-done">{data !== undefined && t.progress(data.done, all)}</strong>
          <Button variant="subtle" size="compact-xs" onClick={() => firstStepsChoice.set('hidden')}>
            {t.dismiss}
          </Button>
        </span>
      }
    >
      <p className="quiet">{t.lead}</p>
      <ol className="first-steps">
        {data?.steps.map(({ step, done, detail }) => (
          <li key={step} data-done={done} aria-current={step === open ? 'step' : undefined}>
            <span className="step-mark" data-tone={done ? 'good' : 'waiting'}>
              <Icon name={done ? 'good' : 'waiting'} />
              <span className="unseen">{done ? t.isDone : t.isOpen}</span>
            </span>
            <div className="step-text">
              <strong>{t.step[step]}</strong>{' '}
              {detail !== null && <span className="quiet small wrap">{detail}</span>}
              {!done && <StepHelp step={step} />}
            </div>
          </li>
        ))}
      </ol>
    </DataRegion>
  );
}
