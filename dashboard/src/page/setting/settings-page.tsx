/**
 * The settings of the project, in sections that the address names. What holds for one endpoint is
 * set there; what holds for the process, in its environment.
 */

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { CallsForm } from './calls-form.tsx';
import { FirstStepsPanel } from './first-steps-panel.tsx';
import { GeneralForm } from './general-form.tsx';
import { type ProjectRecord, SECTIONS, type Section, sectionOf } from './project-record.ts';
import { RetentionForm } from './retention-form.tsx';
import { SourceList } from './source-list.tsx';
import { settingText } from './text.ts';

const route = getRouteApi('/p/$project/settings/{-$section}');

export function Page() {
  const t = useText(settingText);
  const section = sectionOf(route.useParams().section);
  return (
    <>
      <PageHead
        title={t.title}
        documentTitle={`${t.section[section]} · ${t.title}`}
        lead={t.lead}
      />
      <nav className="tabs" aria-label={t.sections}>
        {SECTIONS.map((one) => (
          <Link
            key={one}
            to="/p/$project/settings/{-$section}"
            from="/p/$project"
            params={(before) => ({ ...before, section: one })}
            className="tab"
            aria-current={one === section ? 'page' : undefined}
          >
            {t.section[one]}
          </Link>
        ))}
      </nav>
      {section === 'sources' ? <SourceList /> : <ProjectForm section={section} />}
      {section === 'general' && <FirstStepsPanel />}
    </>
  );
}

function ProjectForm({ section }: { readonly section: Exclude<Section, 'sources'> }) {
  const t = useText(settingText);
  const client = useClient();
  const query = useQuery({
    queryKey: ['project', client.project],
    queryFn: ({ signal }) => client.get<ProjectRecord>('v1/project', { signal }),
  });
  const Form = { general: GeneralForm, calls: CallsForm, retention: RetentionForm }[section];
  return (
    <DataRegion
      title={t.section[section]}
      region={regionOf(query)}
      empty={null}
      rows={7}
      rowHeight={54}
    >
      {query.data !== undefined && <Form key={query.data.updatedAt} project={query.data} />}
    </DataRegion>
  );
}
