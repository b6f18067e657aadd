/**
 * One's own account: name, e-mail, password, the choices of this browser, the projects one is a
 * member of, and where one is signed in.
 */

import { useSession } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { entryText } from '../login/text.ts';
import { BrowserChoices } from './browser-choices.tsx';
import { Memberships } from './memberships.tsx';
import { PasskeyList } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactorPanel } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';

export function Page() {
  const t = useText(entryText).account;
  const session = useSession();
  if (session === null) return null;
  return (
    <>
      <PageHead title={t.title} />
      <div className="columns">
        <ProfileForm user={session.user} />
        <PasswordForm user={session.user} />
        <SecondFactorPanel />
        <BrowserChoices />
        <Memberships memberships={session.memberships} />
      </div>
      <PasskeyList />
      <SessionList />
    </>
  );
}
