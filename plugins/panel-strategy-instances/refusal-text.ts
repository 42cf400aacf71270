import { AppError } from '../../core/contract/app-error.ts';
import { type ErrorCode, errorCatalogue } from '../../core/contract/error-catalogue.ts';
import type { Instance, InstanceEvent } from '../../core/contract/strategies.ts';
import type { Services } from './requires.ts';

/** A code that this page does not know, such as of a newer server, stands for itself. */
export const refusalText = (code: string, params: InstanceEvent['params'], { texts }: Pick<Services, 'texts'>): string =>
  Object.hasOwn(errorCatalogue, code) ? texts.errorText(new AppError(code as ErrorCode, params)) : code;

/** Why the orders of one that trades are refused, in the user's words; null: they are not. */
export const refusalOf = ({ status, refusal }: Pick<Instance, 'status' | 'refusal'>, services: Pick<Services, 'texts'>): string | null =>
  status === 'TRADING' && refusal !== null ? refusalText(refusal.code, refusal.params, services) : null;
