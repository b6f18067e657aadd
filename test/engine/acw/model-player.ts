/**
 * A model server for the tests of whole questions: it reads the request as a model would and
 * answers in the requested form, honestly or as a test wants.
 */
import type { AskedRequest, Behaviour } from '../../language-model/server.ts';
import { saying } from '../../language-model/server.ts';

/** The lines of the transcript that a request shows. */
export function shownLines({ body }: AskedRequest): readonly string[] {
  const user = body.messages[1]?.content ?? '';
  const text = /<transcript>\n([\s\S]*?)\n<\/transcript>/.exec(user)?.[1] ?? '';
  return text.split('\n');
}

export function shownTurns(request: AskedRequest): readonly { turn: number; words: string }[] {
  return shownLines(request).flatMap((line) => {
    const [, turn, words] = /^#(\d+) [A-Z]+ [\d:]+ (.*)$/.exec(line) ?? [];
    return turn === undefined ? [] : [{ turn: Number(turn), words: words ?? '' }];
  });
}

/** The ids of the criteria that a request asks about. */
export function askedIds({ body }: AskedRequest): readonly string[] {
  const user = body.messages[1]?.content ?? '';
  return [...user.matchAll(/^- id ([a-z0-9-]+):/gm)].map(([, id]) => id ?? '');
}

export function answeringWith(make: (request: AskedRequest) => unknown): Behaviour {
  return (request, answer) => saying(JSON.stringify(make(request)))(request, answer);
}

export function nameOf({ body }: AskedRequest): string {
  return body.response_format?.json_schema?.name ?? '';
}

/** An honest analysis: a topic and an item of the first turn that is shown. */
export function analysisOf(request: AskedRequest): unknown {
  const [first] = shownTurns(request);
  if (nameOf(request) === 'call_summary') {
    return {
      summary: `Whole of ${shownLines(request).length} parts.`,
      outcome: { label: 'refund promised', success: true, rationale: 'Part 2 says so.' },
    };
  }
  return {
    summary: `From turn ${first?.turn}.`,
    sentiment: { agent: 1, customer: -2, quarters: [{ quarter: 1, score: -1 }] },
    topics: [{ name: 'Refund', turns: [first?.turn] }],
    actionItems: [{ text: 'Send the refund', owner: 'Agent', due: null, turn: first?.turn }],
    outcome: null,
  };
}

/** Verdicts that quote the first words that are shown. */
export function verdictsOf(request: AskedRequest, result = 'PASS'): unknown {
  const [first] = shownTurns(request);
  const quote = first?.words.split(' ').slice(0, 4).join(' ') ?? '';
  return {
    verdicts: askedIds(request).map((id) => ({
      id,
      result,
      rationale: 'It was said.',
      evidence: [{ turn: first?.turn, quote }],
    })),
  };
}
