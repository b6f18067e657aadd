/**
 * The scenarios to choose from, as radio buttons that say what happens.
 * The address holds the choice.
 */
import { useText } from '../../i18n/catalogue.ts';
import { SCENARIO_IDS, type ScenarioId } from './scenario.ts';
import { simulatorText } from './text.ts';

export interface ScenarioChoiceProps {
  readonly chosen: ScenarioId;
  readonly onChoose: (id: ScenarioId) => void;
}

export function ScenarioChoice({ chosen, onChoose }: ScenarioChoiceProps) {
  const t = useText(simulatorText);
  return (
    <fieldset className="scenarios">
      <legend>{t.scenarios}</legend>
      {SCENARIO_IDS.map((id) => (
        <label key={id} className="scenario" data-chosen={id === chosen}>
          <input
            type="radio"
            name="scenario"
            value={id}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <span>
            <b>{t.scenario[id].name}</b>
            <span className="quiet small">{t.scenario[id].about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
