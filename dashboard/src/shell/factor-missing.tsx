/**
 * For a member of a project that asks for a second factor which was not shown yet. It leads to the
 * account, where one is set up.
 */
import { Link } from '@tanstack/react-router';
import { useText } from '../i18n/catalogue.ts';
import { PageHead } from '../kit/page-head.tsx';
import { entryText } from '../page/login/text.ts';

export function FactorMissing() {
  const t = useText(entryText).secondFactor;
  return (
    <section data-state="second-factor-missing">
      <PageHead title={t.missingTitle} lead={t.missing} />
      <p>
        <Link to="/account">{t.toAccount}</Link>
      </p>
    </section>
  );
}
