/**
 * What a platform sends: events of calls, and how the platform signs a request. A script is played
 * to a whole service by `npm run demo -- --platform NAME`, and to the adapter by the suite of all
 * adapters. It follows the platform's documents and shares no code with the adapter. Its values are
 * invented.
 */

/** A request; header names in lower case, without the content type. */
export interface Sent {
  /** GET has no body. */
  readonly method?: 'GET';
  readonly contentType: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Beside that of the address; a platform that calls with GET says all in it. */
  readonly query?: Readonly<Record<string, string>>;
}

export interface Signing {
  /** As the source has it. */
  readonly secret: string;
  readonly atMs: number;
  /** What the platform was given, without what it adds as `Sent.query`. */
  readonly publicUrl: string;
}

export interface PlatformScript<Event> {
  /** Of the source, if the adapter takes some. */
  readonly settings?: object;
  /** Three of the form that the platform has; the last one is never that of the source. */
  readonly secrets: readonly [present: string, previous: string, wrong: string];
  /** As the platform sends the event: signed by its own rule. */
  send(event: Event, signing: Signing): Sent;
  /**
   * Events of one call in their order, no two alike, and then others. `becomes`: each report as
   * `OUTBOUND BUSY` with its error codes, `hint MACHINE`, `log of 3 turns`, joined by `; `; or
   * `ignored`. A direction that the event does not say is `?`.
   */
  readonly events: readonly { readonly event: Event; readonly becomes: string }[];
  /** The event in the platform's words, such as `call.hangup user_busy`. */
  nameOf(event: Event): string;
}

/** A script without the type of its events, for the demo. */
export interface Play {
  readonly settings: object | null;
  readonly secret: string;
  readonly steps: readonly PlayStep[];
  /** The first event, signed with a secret that is not that of the source. */
  readonly forged: PlayStep;
}

export interface PlayStep {
  readonly name: string;
  readonly becomes: string;
  send(signing: Omit<Signing, 'secret'>): Sent;
}

export function playOf<Event>(script: PlatformScript<Event>): Play {
  const [secret, , wrong] = script.secrets;
  const step = (event: Event, becomes: string, signedWith: string): PlayStep => ({
    name: script.nameOf(event),
    becomes,
    send: (signing) => script.send(event, { ...signing, secret: signedWith }),
  });
  const [first] = script.events;
  if (first === undefined) throw new Error('a script without events');
  return {
    settings: script.settings ?? null,
    secret,
    steps: script.events.map(({ event, becomes }) => step(event, becomes, secret)),
    forged: step(first.event, 'refused', wrong),
  };
}
