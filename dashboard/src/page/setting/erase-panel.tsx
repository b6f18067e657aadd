/**
 * "Erase…" below the retention: everything of a call, a client or a telephone number. The value has
 * to be typed again; then the job is shown, and its receipt can be fetched from the API. Owners
 * only; the service asks for a proof of who one is if the last one is too old.
 */

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Static } from 'typebox';
import type { ErasureRecord } from '../../../../src/http/schema/erasure.ts';
import { useClient } from '../../api/api-context.tsx';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Panel } from '../../kit/panel.tsx';

const SUBJECTS = ['number', 'clientId', 'callId'] as const;
type Subject = (typeof SUBJECTS)[number];

export function ErasePanel() {
  const t = useText('setting').erase;
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  // Only owners manage members, and only they erase.
  const may = useMay('members:admin');
  const [subject, setSubject] = useState<Subject>('number');
  const [value, setValue] = useState('');
  const [asking, setAsking] = useState(false);
  const given = value.trim();
  return (
    <Panel title={t.title} lead={t.lead}>
      <NativeSelect
        label={t.what}
        value={subject}
        disabled={!may}
        data={SUBJECTS.map((each) => ({ value: each, label: t.subject[each] }))}
        onChange={({ currentTarget }) =>
          setSubject(SUBJECTS.find((each) => each === currentTarget.value) ?? 'number')
        }
      />
      <TextInput
        label={t.subject[subject]}
        value={value}
        disabled={!may}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <Button
        variant="default"
        size="sm"
        disabled={!may || given === ''}
        title={may ? undefined : onlyRole(role.owner)}
        onClick={() => setAsking(true)}
      >
        {t.open}
      </Button>
      {asking && <EraseDialog subject={subject} value={given} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

interface EraseDialogProps {
  readonly subject: Subject;
  readonly value: string;
  onClose(): void;
}

function EraseDialog({ subject, value, onClose }: EraseDialogProps) {
  const t = useText('setting').erase;
  const client = useClient();
  const navigate = useNavigate();
  const start = async (): Promise<void> => {
    const body = { [subject]: value };
    const made = await client.post<Static<typeof ErasureRecord>>('v1/erasures', body);
    const params = { project: client.project ?? '', jobId: made.id };
    await navigate({ to: '/p/$project/bulk/$jobId', params });
  };
  return (
    <ConfirmDialog
      title={t.title}
      action={t.action}
      effect={
        <>
          <p className="mono wrap">{value}</p>
          <p>{subject === 'number' ? t.everyText : t.everything}</p>
          <p>{t.later}</p>
        </>
      }
      typeWord={value}
      dangerous
      onConfirm={start}
      onClose={onClose}
    />
  );
}
