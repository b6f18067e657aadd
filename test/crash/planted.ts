/**
 * The negative control of the kill loop: a copy of the service whose writer answers before it
 * commits. From its first report on it commits 400 ms late, so a kill loses the reports answered
 * since.
 */
import { copyService, type Edit, type ServiceCopy } from '../support/service-copy.ts';

const FILE = 'src/store/sqlite/batch.ts';
const BEGIN = "database.exec('begin immediate');";
const COMMIT = "database.exec('commit');";
const RUN = 'requests.map((request) => runWrite(session, request))';
const NOTING = `requests.map((request) => {
        reported ||= request.name === 'accept';
        return runWrite(session, request);
      })`;
const LATE = `if (!reported) ${COMMIT}
    else late ??= setTimeout(() => {
      late = undefined;
      if (database.isTransaction) ${COMMIT}
    }, 400);`;
const BATCH = 'export function runBatch(';
const STATE = 'let late: NodeJS.Timeout | undefined;\nlet reported = false;\n';

const EDITS: readonly Omit<Edit, 'file'>[] = [
  { from: BEGIN, to: `if (!database.isTransaction) ${BEGIN}` },
  { from: RUN, to: NOTING },
  { from: COMMIT, to: LATE },
  { from: BATCH, to: `${STATE}${BATCH}` },
];

export function copyWithEarlyAnswers(): Promise<ServiceCopy> {
  return copyService(EDITS.map((edit) => ({ file: FILE, ...edit })));
}
