/**
 * Where one is of the
 * three steps that connect a platform.
 */
import { useText } from '../../i18n/words.ts';
import { Icon } from '../../kit/icon.tsx';

const STEPS = ['choose', 'paste', 'secret'] as const;
export type Step = (typeof STEPS)[number];

/** `current`: null if all are done. */
export function StepList({ current }: { readonly current: Step | null }) {
  const t = useText('source');
  const at = current === null ? STEPS.length : STEPS.indexOf(current);
  return (
    <ol className="source-steps" aria-label={t.steps}>
      {STEPS.map((step, index) => (
        <li key={step} data-done={index < at} aria-current={index === at ? 'step' : undefined}>
          {index < at ? <Icon name="good" /> : <span aria-hidden="true">{index + 1}</span>}
          {t.step[step]}
        </li>
      ))}
    </ol>
  );
}
