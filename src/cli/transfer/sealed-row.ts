/**
 * Seals the secrets of a row again: from the master key of a store to the passphrase of a file, and
 * back. A secret that does not open stays unreadable and is counted; it must be entered again, as
 * it must be at the source. Must never put a plain secret anywhere but into the other box.
 */
import type { EndpointSettings, Sealed } from '../../core/endpoint/endpoint.ts';
import { asKey, formatId, type ProjectKey } from '../../core/id.ts';
import {
  AUTHENTICATOR_CONTEXT,
  keyPlace,
  opened,
  recordPlace,
  type Secrets,
  SIGNING_KEY_CONTEXT,
  SOURCE_CONTEXT,
} from '../../engine/ports/secrets.ts';
import { withSecretsChanged } from '../../engine/seal/endpoint-secrets.ts';
import type { Row } from '../../store/operation/transfer/column.ts';

/** Opens nowhere; where it is used, the service says that it must be entered again. */
const UNREADABLE = 'rb2.00000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const PASSWORD_CONTEXT = 'export-password-hash';

export interface Reseal {
  readonly from: Secrets;
  readonly to: Secrets;
  /** Creation times of people, by key, for the tables that name them. */
  readonly users: ReadonlyMap<number, number>;
  /** A secret of this record does not open. */
  readonly onUnreadable: (record: string) => void;
}

/**
 * `after`: the row under its new keys, if it gets others; it says the place for which the secret is
 * sealed.
 */
export function resealed(table: string, row: Row, reseal: Reseal, after: Row = row): Row {
  const { from, to, onUnreadable } = reseal;
  const name = `${table} ${String(row.key ?? row.kid ?? row.user_key)}`;
  const bind: Bind = (sealed, context, place, newPlace) => {
    // A text of an older version names no place.
    const plain = opened(from, sealed, context, place) ?? opened(from, sealed, context);
    if (plain !== null) return to.seal(plain, context, newPlace);
    // A rotation of the master key leaves out deleted endpoints, which send nothing.
    if (typeof row.deleted_at !== 'number') onUnreadable(name);
    return UNREADABLE;
  };
  switch (table) {
    case 'endpoints': {
      const [place, newPlace] = [placeOf(row), placeOf(after)];
      const settings = JSON.parse(String(after.settings)) as EndpointSettings;
      const sealed = withSecretsChanged(settings, (text, context, placeIn) =>
        bind(text, context, placeIn(place), placeIn(newPlace)),
      );
      return { ...after, settings: JSON.stringify(sealed) };
    }
    case 'sources': {
      const anew = (sealed: unknown) =>
        bind(String(sealed), SOURCE_CONTEXT, placeOf(row), placeOf(after));
      const previous = row.previous_secret;
      return {
        ...after,
        secret: anew(row.secret),
        ...(typeof previous === 'string' ? { previous_secret: anew(previous) } : {}),
      };
    }
    case 'signing_keys': {
      const [place, newPlace] = [row, after].map(({ project_key, kid }) =>
        keyPlace(asKey<ProjectKey>(Number(project_key)), String(kid)),
      );
      const sealed = String(row.private_key);
      return { ...after, private_key: bind(sealed, SIGNING_KEY_CONTEXT, place, newPlace) };
    }
    case 'authenticators':
      return withAuthenticator(row, after, reseal);
    default:
      return after;
  }
}

/** Passwords are hashed, not sealed, in a store; in a file they are sealed as well. */
export function passwordSealed(row: Row, box: Secrets): Row {
  const { password_hash: hash } = row;
  if (typeof hash !== 'string') return row;
  return { ...row, password_hash: box.seal(hash, PASSWORD_CONTEXT, String(row.key)) };
}

export function passwordOpened(row: Row, box: Secrets): Row {
  const { password_hash: sealed } = row;
  if (typeof sealed !== 'string') return row;
  return { ...row, password_hash: box.open(sealed, PASSWORD_CONTEXT, String(row.key)) };
}

type Bind = (
  sealed: Sealed,
  context: string,
  place: string | undefined,
  newPlace: string | undefined,
) => Sealed;

function placeOf({ project_key, created_at }: Row): string {
  const projectKey = asKey<ProjectKey>(Number(project_key));
  return recordPlace({ projectKey, createdAtMs: Number(created_at) });
}

function withAuthenticator(row: Row, after: Row, { from, to, users, onUnreadable }: Reseal): Row {
  const contextOf = (key: number) =>
    `${AUTHENTICATOR_CONTEXT} ${formatId('usr', users.get(Number(row.user_key)) ?? 0, key)}`;
  const plain = opened(from, String(row.secret), contextOf(Number(row.user_key)));
  if (plain === null) onUnreadable(`authenticator of user ${String(row.user_key)}`);
  const secret = plain === null ? UNREADABLE : to.seal(plain, contextOf(Number(after.user_key)));
  return { ...after, secret };
}
