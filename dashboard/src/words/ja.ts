/**
 * All words of the dashboard in Japanese, with the keys and arguments of English: the type sees to
 * that. One chunk, loaded when it is the language in use.
 */
import type { Words } from './en.ts';
import { acw } from './ja/acw.ts';
import { alert } from './ja/alert.ts';
import { bulk } from './ja/bulk.ts';
import { bundle, call } from './ja/call.ts';
import { catalog } from './ja/catalog.ts';
import { delivery, deliveryRecord } from './ja/delivery.ts';
import { endpoint, preview } from './ja/endpoint.ts';
import { endpointForm } from './ja/endpoint-form.ts';
import { entry } from './ja/entry.ts';
import { inbox } from './ja/inbox.ts';
import { issue } from './ja/issue.ts';
import { kit } from './ja/kit.ts';
import { overview } from './ja/overview.ts';
import { apiKey, audit, member, setting, system } from './ja/project.ts';
import { scorecard, trend } from './ja/scorecard.ts';
import { shell } from './ja/shell.ts';
import { signing } from './ja/signing.ts';
import { simulator } from './ja/simulator.ts';
import { source } from './ja/source.ts';
import { timeline } from './ja/timeline.ts';
import { diagnosis, fires, word } from './ja/word.ts';

export const ja: Words = {
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
