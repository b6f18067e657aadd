/**
 * What people say about an issue: one note, that everybody of the project sees and may change.
 * Who wrote it, and when, stands below.
 */
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { Panel } from '../../kit/panel.tsx';
import { Failure } from '../../kit/region/failure.tsx';
import { kitText } from '../../kit/text.ts';
import { Moment } from '../../kit/time/moment.tsx';
import { showToast } from '../../kit/toast.tsx';
import { wordText } from '../../word/text.ts';
import { type IssueDetail, issueQuery, markIssue } from './issue-query.ts';
import { issueText } from './text.ts';

const NOTE_MAX = 1_000;

export function IssueNote({ issue }: { readonly issue: IssueDetail }) {
  const { one: t } = useText(issueText);
  const { onlyRole } = useText(kitText);
  const { role } = useText(wordText);
  const may = useMay('deliveries:write');
  const [editing, setEditing] = useState(false);
  const { mark } = issue;
  const note = mark?.note ?? null;
  return (
    <Panel
      title={t.note}
      tools={
        !editing && (
          <Button
            variant="default"
            size="xs"
            disabled={!may}
            title={may ? undefined : onlyRole(role.operator)}
            onClick={() => setEditing(true)}
          >
            {note === null ? t.noteEdit : t.noteChange}
          </Button>
        )
      }
    >
      {editing ? (
        <NoteForm issue={issue} onDone={() => setEditing(false)} />
      ) : note === null ? (
        <p className="quiet">{t.noteNone}</p>
      ) : (
        <p className="issue-note wrap">{note}</p>
      )}
      {!editing && mark !== null && (
        <p className="quiet small">
          {t.noteBy(mark.by)}, <Moment iso={mark.at} />
        </p>
      )}
    </Panel>
  );
}

interface NoteFormProps {
  readonly issue: IssueDetail;
  onDone(): void;
}

function NoteForm({ issue, onDone }: NoteFormProps) {
  const { one: t } = useText(issueText);
  const client = useClient();
  const [text, setText] = useState(issue.mark?.note ?? '');
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const save = (): void => {
    setSaving(true);
    const note = text.trim() === '' ? null : text.trim();
    markIssue(client, issue.fingerprint, { note })
      .then((changed) => {
        queryClient.setQueryData(issueQuery(client, issue.fingerprint).queryKey, changed);
        showToast({ text: t.noteSaved });
        onDone();
      })
      .catch((error: unknown) => {
        setFailure(error instanceof Error ? error : new Error(String(error)));
        setSaving(false);
      });
  };
  return (
    <div className="form">
      <Textarea
        label={t.noteLabel}
        value={text}
        maxLength={NOTE_MAX}
        rows={3}
        autoFocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {failure !== null && <Failure error={failure} />}
      <div className="form-buttons">
        <Button size="xs" loading={saving} onClick={save}>
          {t.noteSave}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t.cancel}
        </Button>
      </div>
    </div>
  );
}
