/**
 * The project that is shown, and the way to another one. A member of only one project needs no
 * switcher: there is none then.
 */
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { useText } from '../i18n/catalogue.ts';
import { Icon } from '../kit/icon.tsx';
import { Menu } from '../kit/menu.tsx';
import { shellText } from './text.ts';

export function ProjectSwitcher({ project }: { readonly project: string | null }) {
  const t = useText(shellText).project;
  const session = useSession();
  const navigate = useNavigate();
  const memberships = session?.memberships ?? [];
  const current = memberships.find(({ projectId }) => projectId === project);
  if (memberships.length < 2) return null;
  const name = current?.projectName ?? t.label;
  return (
    <div className="project-switcher">
      <Menu
        label={t.switch(name)}
        align="left"
        className="project-button"
        button={
          <>
            <span className="project-letter" aria-hidden="true">
              {name.slice(0, 1)}
            </span>
            <span className="project-name">{name}</span>
            <Icon name="down" />
          </>
        }
        actions={memberships.map(({ projectId, projectName }) => ({
          id: projectId,
          label: projectName,
          checked: projectId === project,
          onSelect: () =>
            void navigate({ to: '/p/$project/overview', params: { project: projectId } }),
        }))}
      />
    </div>
  );
}
