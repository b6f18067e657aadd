/**
 * Every sealed text of an endpoint, named once: a rotation of the master key, a start that seals
 * old texts again, an export and an import go through it. A secret that is missing here would be
 * lost in all four.
 */
import type { EndpointAuth, EndpointSettings, Sealed } from '../../core/endpoint/endpoint.ts';
import {
  HEADER_CONTEXT,
  headerPlace,
  SECRET_CONTEXT,
  TARGET_CONTEXT,
  TOKEN_CONTEXT,
} from '../ports/secrets.ts';

type Kept = Pick<EndpointSettings, 'auth' | 'secretTarget' | 'headers'>;

/**
 * Returns the text that takes the place of `sealed`. `placeIn`: the place of the text in a record,
 * from the place of the record.
 */
export type ChangeSecret = (
  sealed: Sealed,
  context: string,
  placeIn: (record: string) => string,
) => Sealed;

const ofRecord = (record: string): string => record;

/** Returns `settings` itself if nothing changed. A row of an older version may lack the target. */
export function withSecretsChanged<Settings extends Kept>(
  settings: Settings,
  change: ChangeSecret,
): Settings {
  const { auth, secretTarget, headers } = settings;
  const after: Kept = {
    auth: authChanged(auth, change),
    secretTarget: secretTarget == null ? null : change(secretTarget, TARGET_CONTEXT, ofRecord),
    headers: headers.map((header) => {
      const placeIn = (record: string) => headerPlace(record, header.name);
      const value = change(header.value, HEADER_CONTEXT, placeIn);
      return value === header.value ? header : { ...header, value };
    }),
  };
  const isSame =
    after.auth === auth &&
    after.secretTarget === secretTarget &&
    after.headers.every((header, at) => header === headers[at]);
  return isSame ? settings : { ...settings, ...after };
}

/** Returns `auth` itself if nothing changed. */
function authChanged(auth: EndpointAuth | null, change: ChangeSecret): EndpointAuth | null {
  switch (auth?.method) {
    case 'bearer': {
      const token = change(auth.token, TOKEN_CONTEXT, ofRecord);
      return token === auth.token ? auth : { ...auth, token };
    }
    case 'hmac-sha256': {
      const secret = change(auth.secret, SECRET_CONTEXT, ofRecord);
      const retiring = auth.retiring.map((each) => ({
        ...each,
        secret: change(each.secret, SECRET_CONTEXT, ofRecord),
      }));
      const isSame = retiring.every((each, at) => each.secret === auth.retiring[at]?.secret);
      return secret === auth.secret && isSame ? auth : { ...auth, secret, retiring };
    }
    default:
      return auth;
  }
}
