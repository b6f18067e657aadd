/**
 * Who belongs to the project and as what, and who is invited. Only owners change it; the last
 * owner stays, which the service sees to.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { InvitationList } from './invitation-list.tsx';
import { MemberList } from './member-list.tsx';
import { NewInvitation } from './new-invitation.tsx';
import { memberText } from './text.ts';

export function Page() {
  const t = useText(memberText);
  const may = useMay('members:admin');
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <PageHead
        title={t.title}
        lead={t.lead}
        actions={
          <Button
            size="sm"
            disabled={!may}
            title={may ? undefined : t.mayNot}
            onClick={() => setInviting(true)}
          >
            {t.invite}
          </Button>
        }
      />
      <MemberList may={may} />
      {may && <InvitationList />}
      {inviting && <NewInvitation onClose={() => setInviting(false)} />}
    </>
  );
}
