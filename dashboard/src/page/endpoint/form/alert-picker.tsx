/**
 * Which alerts of the service about itself an endpoint gets: a tick for each, with a sentence that
 * says when it comes, and one for all.
 */
import { OPS_TRIGGERS } from '../../../../../src/core/trigger/ops-trigger.ts';
import { useText } from '../../../i18n/words.ts';
import { Panel } from '../../../kit/panel.tsx';
import { useAlertWords } from '../../alert/alert-query.ts';
import { ticksOf, toggled } from './trigger-choice.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

export function AlertPicker({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText('endpointForm').alerts;
  const say = useAlertWords();
  const ticked = endpoint.form.values.opsTriggers;
  const ticks = ticksOf(OPS_TRIGGERS, ticked);
  // With one of these an endpoint needs no trigger of calls, so the fault there is answered too.
  const set = (next: typeof ticked): void => endpoint.set('opsTriggers', next, '/triggers');
  return (
    <Panel
      title={t.title}
      lead={t.lead}
      tools={<span className="quiet small">{t.ticked(ticked.length, OPS_TRIGGERS.length)}</span>}
    >
      <fieldset className="trigger-group">
        <legend className="unseen">{t.title}</legend>
        <label className="check trigger-all">
          <input
            type="checkbox"
            checked={ticks === 'all'}
            disabled={endpoint.readOnly}
            ref={(box) => {
              if (box !== null) box.indeterminate = ticks === 'some';
            }}
            onChange={() => set(toggled(OPS_TRIGGERS, ticked))}
          />
          <span>{t.all}</span>
        </label>
        <ul className="trigger-list">
          {OPS_TRIGGERS.map((name) => (
            <li key={name} className="trigger-row">
              <label className="check trigger-name">
                <input
                  type="checkbox"
                  checked={ticked.includes(name)}
                  disabled={endpoint.readOnly}
                  aria-describedby={`about-${name}`}
                  onChange={() => set(toggled([name], ticked))}
                />
                <span>{say.titleOf({ trigger: name })}</span>
              </label>
              <span className="trigger-about" id={`about-${name}`}>
                {t.when[name]} <code className="quiet">{name}</code>
              </span>
            </li>
          ))}
        </ul>
      </fieldset>
    </Panel>
  );
}
