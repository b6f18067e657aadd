/**
 * One's own account: name, e-mail, password, the choices of this browser, the projects one is a
 * member of, and where one is signed in.
 */

import { NativeSelect, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import type { Membership, UserRecord } from '../../api/record.ts';
import { useSession } from '../../api/session.ts';
import { LANGUAGES } from '../../i18n/language.ts';
import { useLanguage, useText } from '../../i18n/words.ts';
import { singleKeysChoice } from '../../keys/use-hotkey.ts';
import { PasswordField } from '../../kit/form/field.tsx';
import { FormFoot, useForm } from '../../kit/form/form.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Panel } from '../../kit/panel.tsx';
import { EmptyState } from '../../kit/region/data-region.tsx';
import { DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { TIME_FORMS, timeFormChoice } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useLanguageSwitch } from '../../shell/entry-frame.tsx';
import { useChoice } from '../../stored-value.ts';
import { PasskeyList } from './passkeys.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactorPanel } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';

export function Page() {
  const t = useText('entry').account;
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

/**
 * The projects that one is a member of, and as what. They come with the session; nothing is asked
 * for.
 */
function Memberships({ memberships }: { readonly memberships: readonly Membership[] }) {
  const t = useText('entry').account;
  const none = useText('shell').forbidden.none;
  const roles = useText('word').role;
  return (
    <Panel title={t.memberships}>
      {memberships.length === 0 ? (
        <EmptyState title={none} />
      ) : (
        <DataTable
          caption={t.memberships}
          rows={memberships}
          rowId={({ projectId }) => projectId}
          columns={[
            {
              id: 'project',
              head: t.project,
              as: 'link',
              cell: ({ projectId, projectName }) => (
                <Link to="/p/$project/overview" params={{ project: projectId }} {...ROW_LINK}>
                  {projectName}
                </Link>
              ),
            },
            { id: 'role', head: t.role, as: 'when', cell: ({ role }) => roles[role] },
          ]}
        />
      )}
    </Panel>
  );
}

/**
 * The settings of this browser: language, form of times, shortcuts. They are stored only here, at
 * once, so there is no save button.
 */
function BrowserChoices() {
  const { account: t, languages } = useText('entry');
  const { account: shell } = useText('shell');
  const language = useLanguage();
  const choose = useLanguageSwitch();
  const times = useChoice(timeFormChoice);
  const keys = useChoice(singleKeysChoice);
  const forms = {
    relative: shell.timesRelative,
    local: shell.timesLocal,
    utc: shell.timesUtc,
  };
  return (
    <Panel title={t.here}>
      <div className="form">
        <NativeSelect
          label={t.dashboardLanguage}
          value={language}
          data={LANGUAGES.map((value) => ({ value, label: languages[value] }))}
          onChange={({ currentTarget }) => {
            const found = LANGUAGES.find((one) => one === currentTarget.value);
            if (found !== undefined) choose(found);
          }}
        />
        <NativeSelect
          label={t.times}
          value={times}
          data={TIME_FORMS.map((value) => ({ value, label: forms[value] }))}
          onChange={({ currentTarget }) => {
            const found = TIME_FORMS.find((one) => one === currentTarget.value);
            if (found !== undefined) timeFormChoice.set(found);
          }}
        />
        <Switch
          label={t.keys}
          description={t.keysHint}
          checked={keys === 'on'}
          onChange={({ currentTarget }) =>
            singleKeysChoice.set(currentTarget.checked ? 'on' : 'off')
          }
        />
      </div>
    </Panel>
  );
}

const EMPTY = { currentPassword: '', newPassword: '' };

/**
 * Sets a new password, which ends all other sessions, and says so. People who sign in through an
 * identity provider have no password.
 */
function PasswordForm({ user }: { readonly user: UserRecord }) {
  const { account: t, setup } = useText('entry');
  const client = useClient();
  const form = useForm(EMPTY, async (values) => {
    await client.patch('v1/account', values);
    form.reset(EMPTY);
    await queryClient.invalidateQueries({ queryKey: ['account'] });
    showToast({ text: t.changed });
  });
  if (!user.hasPassword) {
    return (
      <Panel title={t.password}>
        <p className="quiet">{t.noPassword}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t.password}>
      <form onSubmit={form.submit} className="form" noValidate>
        <PasswordField
          label={t.currentPassword}
          autoComplete="current-password"
          value={form.values.currentPassword}
          error={form.faultOf('/currentPassword')}
          onChange={({ currentTarget }) => form.set('currentPassword', currentTarget.value)}
        />
        <PasswordField
          label={t.newPassword}
          description={setup.passwordHint}
          autoComplete="new-password"
          value={form.values.newPassword}
          error={form.faultOf('/newPassword')}
          onChange={({ currentTarget }) => form.set('newPassword', currentTarget.value)}
        />
        <FormFoot form={form} action={t.change} shown={['/currentPassword', '/newPassword']} />
      </form>
    </Panel>
  );
}
