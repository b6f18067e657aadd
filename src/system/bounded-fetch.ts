/**
 * `fetch` whose answers are bounded, counted after decompression: a few KB on the wire can be
 * gigabytes of text. For an identity provider, whose address is the operator's setting. Must never
 * hold more of an answer than the bound.
 */

/** A discovery document takes 3 KB, a set of keys 10 KB, a token with many groups 100 KB. */
export const ANSWER_BYTES_MAX = 1_048_576;
const NO_BODY = [204, 205, 304];

/** The options that openid-client passes: for no body it passes undefined. */
type Asked = Omit<RequestInit, 'body'> & { readonly body: RequestInit['body'] | undefined };

export async function boundedFetch(url: string, { body: sent, ...rest }: Asked): Promise<Response> {
  const answer = await fetch(url, { ...rest, body: sent ?? null });
  const { status, statusText, headers } = answer;
  const body = NO_BODY.includes(status) || answer.body === null ? null : await wholeOf(answer.body);
  return new Response(body, { status, statusText, headers });
}

async function wholeOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop by the error ends the connection.
  for await (const piece of body) {
    length += piece.length;
    if (length > ANSWER_BYTES_MAX) {
      throw new Error(`the answer is longer than ${ANSWER_BYTES_MAX} bytes`);
    }
    pieces.push(piece);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
