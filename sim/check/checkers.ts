/**
 * Every checker of the simulator: the promises of the service, each with the file that proves it. A
 * run is good if no checker complains; `sim/mutation` shows that each checker finds faults.
 */
import type { Checker } from '../history.ts';
import { acknowledgedKept } from './acknowledged-kept.ts';
import { atRest } from './at-rest.ts';
import { attempts } from './attempts.ts';
import { callbacksKept } from './callbacks-kept.ts';
import { deadLetter } from './dead-letter.ts';
import { disabledSilent } from './disabled-silent.ts';
import { duplicates } from './duplicates.ts';
import { factsTold } from './facts-told.ts';
import { filteredTold } from './filtered-told.ts';
import { heldKept } from './held-kept.ts';
import { idempotentIntake } from './idempotent-intake.ts';
import { isolation } from './isolation.ts';
import { laneOrder } from './lane-order.ts';
import { legalEdges } from './legal-edges.ts';
import { nothingInvented } from './nothing-invented.ts';
import { nothingLost } from './nothing-lost.ts';
import { oneOwner } from './one-owner.ts';
import { pacing } from './pacing.ts';
import { runsEnd } from './runs-end.ts';
import { schedule } from './schedule.ts';
import { takeOver } from './take-over.ts';

export const CHECKERS: readonly Checker[] = [
  acknowledgedKept,
  nothingLost,
  nothingInvented,
  laneOrder,
  attempts,
  schedule,
  duplicates,
  isolation,
  deadLetter,
  heldKept,
  disabledSilent,
  idempotentIntake,
  legalEdges,
  oneOwner,
  takeOver,
  runsEnd,
  callbacksKept,
  factsTold,
  filteredTold,
  pacing,
  atRest,
];
