/**
 * Says above every page that what is personal is masked for whoever looks at it: dots in a list
 * would else look like a fault. The service masks it; this only says so.
 */
import { useMembership } from '../api/session.ts';
import { useText } from '../i18n/catalogue.ts';
import { shellText } from './text.ts';

export function MaskedNote() {
  const t = useText(shellText);
  if (useMembership()?.masked !== true) return null;
  return <p className="masked-note quiet small">{t.masked}</p>;
}
