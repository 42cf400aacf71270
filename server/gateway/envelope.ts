import type { AppError } from '../../core/contract/app-error.ts';
import { errorSentence } from './error-sentence.ts';

/** Bodies of replies (schemas/wire/route.ts, Envelope), already as JSON text. */
export const successBody = (data: unknown): string => `{"code":200,"data":${JSON.stringify(data)},"msg":"ok"}`;

export const errorBody = (error: AppError): string =>
  JSON.stringify({ code: error.number, data: null, msg: errorSentence(error), params: error.params });
