/**
 * Makes the masked copy of an answer for a person from whom personal data is hidden. It follows the
 * schema of the answer. Enumerated words, ids, times and figures show; a free text is hidden unless
 * its name is listed here, so that a new field is hidden until a developer lists it as harmless; of
 * texts from outside only names of S4 show. Must never let a text through because of its looks
 * alone.
 */

import { EvaluationReply } from '../schema/evaluation.ts';
import { isWebhookText, MASK, maskedWebhook } from './masked-webhook.ts';
import { scrubbed } from './scrubbed.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Names of ids, and of values by which clients ask for more: shown as they are. */
const EXACT = namesOf('id callId callSid reportId deliveryId endpointId messageId kid nextCursor');

/**
 * Names of texts by this service or by members. Telephone numbers and mail addresses in them are
 * hidden.
 */
const SHOWN = namesOf(`
  advice agentName box by class contentKey createdBy dataKeys detail endpointName engine error
  fingerprint found criterionId fires guidance issue language languages lastError model name
  nextStep nextStepId note origin phrases
  projectName publicKey publicUrl question reason searched serviceName source startUrl state status
  target title token trigger version warnings transitions.from transitions.to filter.from filter.to
  filter.tags filter.agentIds filter.queues
  explanations.text diagnosis.text`);

/** Within these only enumerated values are shown. */
const HIDDEN_IN = namesOf('participants turns topics mail metadata evidence');

/**
 * For an analysis, besides its figures: texts of this service, and nothing that was said. Whole
 * paths from its root, without list positions.
 */
const ANALYSIS_SHOWN = namesOf(`
  schemaVersion engine.name engine.version engine.mode engine.model language summary.method
  sentiment.method phrases.id phrases.speaker entities.type warnings`);

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
const TIME_NAME = /^(?:started|answered|ended)At$/;
interface Place {
  readonly schema: unknown;
  /** The field's name, and that of the record or list around it. */
  readonly name: string;
  readonly within: string;
}

/** `schema`: that of the answer; fields that it does not declare are hidden. */
export function maskedReply(schema: unknown, value: unknown): unknown {
  return masked({ schema, name: '', within: '' }, value);
}

/** Masks a problem: its sentences are the service's own, but may repeat a value or a name. */
export function maskedProblem(value: unknown): unknown {
  return mapTexts(value, (text, way) =>
    way === 'detail' || way === 'errors.message' ? scrubbed(text) : text,
  );
}

function masked(place: Place, value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  const schemas = membersOf(place.schema);
  if (typeof value === 'number') return schemas.some(isFigure) ? value : null;
  if (typeof value === 'string') return maskedText(place, schemas, value);
  if (Array.isArray(value)) {
    const items = schemas.map((schema) => schema.items).find((each) => each !== undefined);
    return items === undefined
      ? []
      : value.map((each) => masked({ ...place, schema: items }, each));
  }
  return maskedRecord(place, schemas, fieldsOf(value));
}

function maskedRecord({ name }: Place, schemas: readonly Fields[], record: Fields): Fields {
  const shown: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(record)) {
    const schema = declared(schemas, key);
    if (schema === undefined) {
      shown[MASK] = MASK;
    } else if (key === 'result' && record.agentKind === 'ANALYZER') {
      shown[key] = mapTexts(value, (text, way) => (ANALYSIS_SHOWN.has(way) ? text : MASK));
    } else {
      const isEvaluation = key === 'result' && record.agentKind === 'EVALUATOR';
      const place = { schema: isEvaluation ? EvaluationReply : schema, name: key, within: name };
      shown[key] = masked(place, value);
    }
  }
  return shown;
}

function maskedText(place: Place, schemas: readonly Fields[], text: string): string {
  if (schemas.some((schema) => isEnumerated(schema, text))) return text;
  const { name, within } = place;
  if (HIDDEN_IN.has(within)) return MASK;
  if (EXACT.has(name) || (TIME_NAME.test(name) && TIME.test(text))) return text;
  if (SHOWN.has(name) || SHOWN.has(`${within}.${name}`)) return scrubbed(text);
  return isWebhookText(name) ? maskedWebhook(name, text) : MASK;
}

/**
 * If several records of a union declare the key, the first one counts: no answer has two that
 * differ.
 */
function declared(schemas: readonly Fields[], key: string): unknown {
  for (const { properties, patternProperties } of schemas) {
    const own = fieldsOf(properties);
    if (Object.hasOwn(own, key)) return own[key];
    // Counts by a word of this service.
    const [of] = Object.values(fieldsOf(patternProperties));
    if (of !== undefined && isFigure(fieldsOf(of))) return of;
  }
  return undefined;
}

function isEnumerated(schema: Fields, text: string): boolean {
  if (schema.const === text) return true;
  if (Array.isArray(schema.enum)) return schema.enum.includes(text);
  return typeof schema.pattern === 'string' && patternOf(schema.pattern).test(text);
}

/**
 * Only schemas hold patterns, so there are few; they are compiled once, because a list has
 * thousands of texts.
 */
const PATTERNS = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  const known = PATTERNS.get(source);
  if (known !== undefined) return known;
  const made = new RegExp(source, 'u');
  PATTERNS.set(source, made);
  return made;
}

function isFigure({ type }: Fields): boolean {
  return type === 'integer' || type === 'number';
}

/** The schemas that a value at this place may follow. */
function membersOf(schema: unknown): readonly Fields[] {
  const fields = fieldsOf(schema);
  return Array.isArray(fields.anyOf) ? fields.anyOf.flatMap(membersOf) : [fields];
}

/**
 * A copy in which `change` maps each text; `way`: the names that lead to it, without list
 * positions.
 */
function mapTexts(
  value: unknown,
  change: (text: string, way: string) => string,
  way = '',
): unknown {
  if (typeof value === 'string') return change(value, way);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change, way));
  if (typeof value !== 'object' || value === null) return value;
  const within = way === '' ? '' : `${way}.`;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, mapTexts(part, change, within + key)]),
  );
}

function fieldsOf(value: unknown): Fields {
  // In JSON, a value that is neither null nor a list is a record of values.
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function namesOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
