/** The API's answers to hostile values: each value in every place. Rule: S12.1. */
import { testAnswers } from './answer-values.ts';

testAnswers((places) => places);
