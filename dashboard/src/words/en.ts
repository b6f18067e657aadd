/**
 * All words of the dashboard in English, by area. English is the source: its type says which keys
 * and arguments each language has. One chunk, loaded when it is the language in use.
 */

import { acw } from './en/acw.ts';
import { alert } from './en/alert.ts';
import { bulk } from './en/bulk.ts';
import { bundle, call } from './en/call.ts';
import { catalog } from './en/catalog.ts';
import { delivery, deliveryRecord } from './en/delivery.ts';
import { endpoint, preview } from './en/endpoint.ts';
import { endpointForm } from './en/endpoint-form.ts';
import { entry } from './en/entry.ts';
import { inbox } from './en/inbox.ts';
import { issue } from './en/issue.ts';
import { kit } from './en/kit.ts';
import { overview } from './en/overview.ts';
import { apiKey, audit, member, setting, system } from './en/project.ts';
import { scorecard, trend } from './en/scorecard.ts';
import { shell } from './en/shell.ts';
import { signing } from './en/signing.ts';
import { simulator } from './en/simulator.ts';
import { source } from './en/source.ts';
import { timeline } from './en/timeline.ts';
import { diagnosis, fires, word } from './en/word.ts';

export const en = {
  kit,
  word,
  fires,
  diagnosis,
  shell,
  entry,
  overview,
  call,
  bundle,
  timeline,
  delivery,
  deliveryRecord,
  issue,
  alert,
  source,
  endpoint,
  preview,
  endpointForm,
  acw,
  scorecard,
  trend,
  inbox,
  bulk,
  simulator,
  catalog,
  signing,
  setting,
  member,
  apiKey,
  audit,
  system,
};

/** The words in one language. */
export type Words = typeof en;
