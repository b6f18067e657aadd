/**
 * Who is signed in: their account, how times are shown, the shortcuts, the API's documentation,
 * and the way out.
 */
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../api/api-context.tsx';
import { isSignedOut } from '../api/failure.ts';
import { useMembership, useSession } from '../api/session.ts';
import { useText } from '../i18n/catalogue.ts';
import { Icon } from '../kit/icon.tsx';
import { Menu } from '../kit/menu.tsx';
import { TIME_FORMS, timeFormChoice } from '../kit/time/moment.tsx';
import { showToast } from '../kit/toast.tsx';
import { useChoice } from '../stored-choice.ts';
import { wordText } from '../word/text.ts';
import { openKeyHelp } from './key-help.tsx';
import { usePageFacts } from './page-facts-context.ts';
import { shellText } from './text.ts';

export function AccountMenu() {
  const t = useText(shellText).account;
  const roles = useText(wordText).role;
  const { basePath } = usePageFacts();
  const session = useSession();
  const membership = useMembership();
  const navigate = useNavigate();
  const client = useClient();
  const times = useChoice(timeFormChoice);
  const forms = { relative: t.timesRelative, local: t.timesLocal, utc: t.timesUtc };
  const signOut = async (): Promise<void> => {
    try {
      await client.remove('v1/session');
    } catch (error) {
      // Already signed out is what was wanted; without an answer the session may live on.
      if (!isSignedOut(error instanceof Error ? error : null)) {
        showToast({ text: t.notSignedOut, tone: 'bad' });
        return;
      }
    }
    // A page of its own: nothing that this one knows, asks or hears stays behind.
    location.assign(new URL(`${basePath}login`, location.href));
  };
  if (session === null) return null;
  const role = membership === null ? '' : ` · ${t.role(roles[membership.role])}`;
  return (
    <Menu
      label={`${t.label(session.user.name)}${role}`}
      button={<Icon name="person" />}
      actions={[
        {
          id: 'account',
          label: (
            <>
              <b>{session.user.name}</b>
              <span className="menu-note wrap">{session.user.email}</span>
            </>
          ),
          onSelect: () => void navigate({ to: '/account' }),
        },
        ...TIME_FORMS.map((form) => ({
          id: form,
          label: forms[form],
          checked: form === times,
          onSelect: () => timeFormChoice.set(form),
        })),
        { id: 'keys', label: t.help, onSelect: openKeyHelp },
        {
          id: 'docs',
          label: t.docs,
          onSelect: () => void window.open(`${basePath}docs`, '_blank', 'noopener,noreferrer'),
        },
        { id: 'out', label: t.signOut, onSelect: () => void signOut() },
      ]}
    />
  );
}
