/**
 * The project's settings as the page reads them, and
 * the sections of the page. Pure.
 */
import type { showProject } from '../../../../src/http/schema/project.ts';

export type ProjectRecord = Readonly<ReturnType<typeof showProject>>;

export const SECTIONS = ['general', 'calls', 'retention', 'sources'] as const;
export type Section = (typeof SECTIONS)[number];

export function sectionOf(named: string | undefined): Section {
  return SECTIONS.find((section) => section === named) ?? 'general';
}

/** What was typed as a number; what is none stays NaN, which the service refuses. */
export function numberOf(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed);
}
