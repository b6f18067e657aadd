/**
 * Checks whether the store can grow. It runs only after a failed write, to notice that there is
 * space again even if no operation writes. It takes pages and frees them in one transaction.
 */
import { query } from '../statement.ts';
import type { WriteSession } from './session.ts';

/** As large as a small batch of reports. */
const PROBE_BYTES = 65_536;
const TAKE = query(
  "insert into meta (name, value) values ('probe', replace(hex(zeroblob(?)), '00', 'x'))",
);
const GIVE_BACK = query("delete from meta where name = 'probe'");

export function probe({ db }: WriteSession, _: null): null {
  db.run(TAKE, PROBE_BYTES);
  db.run(GIVE_BACK);
  return null;
}
