/** The API's answers to hostile values: each value in one place of each kind. Rule: S12.1. */
import { testAnswers } from './answer-values.ts';

testAnswers((places, value) => places.slice(value % places.length).slice(0, 1));
