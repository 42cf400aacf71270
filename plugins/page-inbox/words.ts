import type { LetterState } from '../../core/domain/forms/letter.ts';

/** Keys of texts have no blanks. */
export const stateKeys: Readonly<Record<LetterState, string>> = {
  new: 'state.new',
  'in progress': 'state.inProgress',
  answered: 'state.answered',
  closed: 'state.closed',
};
