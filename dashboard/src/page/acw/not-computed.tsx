/**
 * What stands where an analysis holds nothing, because no model was asked.
 * Must never look like "nothing was found".
 */
import { useText } from '../../i18n/catalogue.ts';
import { acwText } from './text.ts';

export function NotComputed() {
  const t = useText(acwText).result;
  return <p className="quiet">{t.needsModel}</p>;
}
