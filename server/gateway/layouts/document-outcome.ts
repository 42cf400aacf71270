import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { DocumentOutcome } from '../../store/store.ts';

/** The new revision of a document, or why it was not written; `full` says what there may be no more of. */
export function documentOutcome(
  result: DocumentOutcome,
  full: { readonly field: string; readonly rule: string },
): Outcome<{ readonly revision: number }> {
  switch (result.outcome) {
    case 'saved':
      return accepted({ revision: result.revision });
    case 'conflict':
      return refused('DOCUMENT_CONFLICT', { revision: result.revision });
    case 'full':
      return refused('REQUEST_INVALID', full);
  }
}
