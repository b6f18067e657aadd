/**
 * The settings of the project, in sections that the address names. What holds for one endpoint is
 * set there; what holds for the process, in its environment.
 */

import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { FormFoot, useForm } from '../../kit/form/form.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Panel } from '../../kit/panel.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { useChoice } from '../../stored-value.ts';
import { firstStepsChoice } from '../overview/first-steps-choice.ts';
import { AlertForm } from './alert-form.tsx';
import { ErasePanel } from './erase-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { type ProjectRecord, useSaveProject } from './save-project.ts';

const route = getRouteApi('/p/$project/settings/{-$section}');

export function Page() {
  const t = useText('setting');
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
      <ProjectForm section={section} />
      {section === 'general' && <LimitsPanel />}
      {section === 'general' && <FirstStepsPanel />}
      {section === 'retention' && <ErasePanel />}
    </>
  );
}

function ProjectForm({ section }: { readonly section: Section }) {
  const t = useText('setting');
  const client = useClient();
  const query = useQuery({
    queryKey: ['project', client.project],
    queryFn: ({ signal }) => client.get<ProjectRecord>('v1/project', { signal }),
  });
  const Form = {
    general: GeneralForm,
    calls: CallsForm,
    retention: RetentionForm,
    alerts: AlertForm,
  }[section];
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

const TIMES = ['acceptingMs', 'callingMs', 'closingMs', 'otherInternalMs'] as const;
const CALLS_SHOWN = [...TIMES.map((name) => `/stale/${name}`), '/stale/outbound'];
const MINUTE_MS = 60_000;

/** How long a call may go without a report before it ends with an error, in minutes. */
function CallsForm({ project }: { readonly project: ProjectRecord }) {
  const t = useText('setting');
  const may = useMay('project:admin');
  const save = useSaveProject();
  const { stale } = project;
  const start = {
    acceptingMs: minutesOf(stale.acceptingMs),
    callingMs: minutesOf(stale.callingMs),
    closingMs: minutesOf(stale.closingMs),
    outbound: stale.outbound,
    otherInternalMs: minutesOf(stale.otherInternalMs),
  };
  const form = useForm(start, ({ outbound, ...typed }) => {
    const times = TIMES.map((name) => [name, Math.round(numberOf(typed[name]) * MINUTE_MS)]);
    return save({ stale: { ...Object.fromEntries(times), outbound } });
  });
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <p>{t.callsLead}</p>
      {TIMES.map((name) => (
        <TextInput
          key={name}
          label={t.stale[name]}
          inputMode="decimal"
          rightSection={<span className="quiet small unit">{t.minutes}</span>}
          rightSectionWidth={72}
          value={form.values[name]}
          error={form.faultOf(`/stale/${name}`)}
          disabled={!may}
          onChange={({ currentTarget }) => form.set(name, currentTarget.value)}
        />
      ))}
      <Checkbox
        label={t.outbound}
        description={t.outboundHint}
        checked={form.values.outbound}
        disabled={!may}
        onChange={({ currentTarget }) => form.set('outbound', currentTarget.checked)}
      />
      <FormFoot form={form} action={t.save} shown={CALLS_SHOWN} blocked={may ? null : t.mayNot} />
    </form>
  );
}

function minutesOf(ms: number): string {
  return String(ms / MINUTE_MS);
}

/**
 * Brings the first steps back to the overview of this browser, also when all of them are done:
 * for a new colleague, or for another look. Changes nothing of the project.
 */
function FirstStepsPanel() {
  const t = useText('setting').firstSteps;
  const choice = useChoice(firstStepsChoice);
  const navigate = useNavigate();
  const project = useClient().project ?? '';
  const show = (): void => {
    firstStepsChoice.set('again');
    void navigate({ to: '/p/$project/overview', params: { project } });
  };
  return (
    <Panel title={t.title} lead={t.lead}>
      <p>{t.now[choice]}</p>
      <Button variant="default" size="sm" onClick={show}>
        {t.show}
      </Button>
    </Panel>
  );
}

const GENERAL_SHOWN = ['/name', '/serviceName', '/maskForViewers', '/requireSecondFactor'];
const LINE = '─'.repeat(20);

/**
 * Names: that of the project, and that of the service in the first line of every message. And who
 * sees what callers say and are called.
 */
function GeneralForm({ project }: { readonly project: ProjectRecord }) {
  const t = useText('setting');
  const may = useMay('project:admin');
  const save = useSaveProject();
  const { name, serviceName, maskForViewers, requireSecondFactor } = project;
  const rights = { maskForViewers, requireSecondFactor };
  const form = useForm({ name, serviceName, ...rights }, (values) => {
    const { maskForViewers: mask, requireSecondFactor: factor, ...names } = values;
    // A change of rights needs a new proof of identity, so it is requested only if they change.
    return save({
      ...names,
      ...(mask === maskForViewers ? {} : { maskForViewers: mask }),
      ...(factor === requireSecondFactor ? {} : { requireSecondFactor: factor }),
    });
  });
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <TextInput
        label={t.name}
        value={form.values.name}
        error={form.faultOf('/name')}
        disabled={!may}
        onChange={({ currentTarget }) => form.set('name', currentTarget.value)}
      />
      <TextInput
        label={t.serviceName}
        description={t.serviceNameHint}
        value={form.values.serviceName}
        error={form.faultOf('/serviceName')}
        disabled={!may}
        onChange={({ currentTarget }) => form.set('serviceName', currentTarget.value)}
      />
      <figure className="sample">
        <figcaption className="quiet small">{t.preview}</figcaption>
        <pre>{beginningOf(form.values.serviceName)}</pre>
      </figure>
      <Checkbox
        label={t.mask}
        description={t.maskHint}
        checked={form.values.maskForViewers}
        disabled={!may}
        onChange={({ currentTarget }) => form.set('maskForViewers', currentTarget.checked)}
      />
      <Checkbox
        label={t.factor}
        description={t.factorHint}
        checked={form.values.requireSecondFactor}
        disabled={!may}
        onChange={({ currentTarget }) => form.set('requireSecondFactor', currentTarget.checked)}
      />
      <FormFoot form={form} action={t.save} shown={GENERAL_SHOWN} blocked={may ? null : t.mayNot} />
    </form>
  );
}

/** The beginning of the service's `displayText`. */
function beginningOf(serviceName: string): string {
  return `[${serviceName}] OUTBOUND_CALL_COMPLETED\n${LINE}\nCall ID: call_01JD3Z9M0T2A`;
}

const KINDS = [
  'deliveredDays',
  'notDeliveredDays',
  'excerptDays',
  'acwResultDays',
  'callLogDays',
  'auditDays',
] as const;
const RETENTION_SHOWN = KINDS.map((name) => `/retention/${name}`);

/**
 * How long things are
 * kept, in days.
 */
function RetentionForm({ project }: { readonly project: ProjectRecord }) {
  const t = useText('setting');
  const may = useMay('project:admin');
  const save = useSaveProject();
  const { retention } = project;
  const start = {
    deliveredDays: String(retention.deliveredDays),
    notDeliveredDays: String(retention.notDeliveredDays),
    excerptDays: String(retention.excerptDays),
    acwResultDays: String(retention.acwResultDays),
    callLogDays: String(retention.callLogDays),
    auditDays: String(retention.auditDays),
  };
  const form = useForm(start, (typed) => {
    const days = KINDS.map((name) => [name, numberOf(typed[name])]);
    return save({ retention: Object.fromEntries(days) });
  });
  const isShorter = KINDS.some((name) => numberOf(form.values[name]) < retention[name]);
  return (
    <form onSubmit={form.submit} className="form" noValidate>
      <p>{t.retentionLead}</p>
      {KINDS.map((name) => (
        <TextInput
          key={name}
          label={t.retention[name]}
          inputMode="numeric"
          rightSection={<span className="quiet small unit">{t.days}</span>}
          rightSectionWidth={56}
          value={form.values[name]}
          error={form.faultOf(`/retention/${name}`)}
          disabled={!may}
          onChange={({ currentTarget }) => form.set(name, currentTarget.value)}
        />
      ))}
      {isShorter && (
        <p role="status" className="fault">
          {t.shorter}
        </p>
      )}
      <FormFoot
        form={form}
        action={t.save}
        shown={RETENTION_SHOWN}
        blocked={may ? null : t.mayNot}
      />
    </form>
  );
}

const SECTIONS = ['general', 'calls', 'retention', 'alerts'] as const;
type Section = (typeof SECTIONS)[number];

/** The section that the address names, else the first. */
function sectionOf(named: string | undefined): Section {
  return SECTIONS.find((section) => section === named) ?? 'general';
}

/** The typed number; a text that is none becomes NaN, which the service refuses. */
function numberOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed);
}
