/**
 * Whether the first steps show in this browser. `again`: a person asked for them in the settings,
 * so they show although all of them are done. What is done is a fact of the service, never kept
 * here.
 */
import { storedChoice } from '../../stored-value.ts';

export const firstStepsChoice = storedChoice(
  'first-steps',
  ['shown', 'hidden', 'again'],
  () => 'shown',
);
