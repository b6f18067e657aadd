/**
 * Invites someone: an e-mail and a role become
 * a link, which is shown once.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { InvitationCreated } from '../../../../src/http/schema/member.ts';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import type { Role } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { CopyLine } from '../../kit/copy-line.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { FormFoot } from '../../kit/form/form-foot.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { ROLES } from './member-list.tsx';
import { memberText } from './text.ts';

const START: { readonly email: string; readonly role: Role } = { email: '', role: 'operator' };
const SHOWN = ['/email', '/role'];

export function NewInvitation({ onClose }: { readonly onClose: () => void }) {
  const t = useText(memberText);
  const client = useClient();
  const [made, setMade] = useState<InvitationCreated | null>(null);
  const form = useForm(START, async (values) => {
    setMade(await client.post<InvitationCreated>('v1/invitations', values));
    await queryClient.invalidateQueries({ queryKey: ['invitations', client.project] });
  });
  if (made !== null) {
    return (
      <Dialog
        title={t.made}
        onClose={onClose}
        foot={
          <Button size="sm" onClick={onClose}>
            {t.done}
          </Button>
        }
      >
        {made.mail?.sent === true && <p>{t.mailed(made.email)}</p>}
        {made.mail?.sent === false && (
          <p className="fault" role="alert">
            {t.notMailed(made.mail.fault ?? '')}
          </p>
        )}
        <p>{t.madeLead(made.email)}</p>
        <CopyLine text={made.link} what={t.link} />
      </Dialog>
    );
  }
  return (
    <Dialog title={t.inviteTitle} onClose={onClose}>
      <form onSubmit={form.submit} className="form" noValidate>
        <p>{t.inviteHint}</p>
        <TextInput
          label={t.email}
          type="email"
          autoComplete="off"
          value={form.values.email}
          error={form.faultOf('/email')}
          onChange={({ currentTarget }) => form.set('email', currentTarget.value)}
        />
        <NativeSelect
          label={t.role}
          value={form.values.role}
          error={form.faultOf('/role')}
          data={ROLES.map((value) => ({ value, label: t.roles[value] }))}
          onChange={({ currentTarget }) => {
            const chosen = ROLES.find((one) => one === currentTarget.value);
            if (chosen !== undefined) form.set('role', chosen);
          }}
        />
        <FormFoot form={form} action={t.inviteAction} shown={SHOWN} always guarded={false}>
          <Button variant="default" size="sm" onClick={onClose}>
            {t.cancel}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  );
}
