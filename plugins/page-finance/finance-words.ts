import type { HouseOf } from '../../core/contract/house-words.ts';
import type { DayProofView, FinanceAccountView, MovementView } from '../../schemas/wire/money.ts';

/** What the server tells, in the words of the house. */
export type FinanceAccount = HouseOf<FinanceAccountView>;
export type FinanceMovement = HouseOf<MovementView>;
export type DayProof = HouseOf<DayProofView>;
