import type { AppError } from '../../core/contract/app-error.ts';
import { errorSentence } from './error-sentence.ts';

/** Bodies of replies (schemas/wire/route.ts, Envelope), already as JSON text. */
export const successBody = (data: unknown): string => `{"code":200,"data":${JSON.stringify(data)},"msg":"ok"}`;

export const errorBody = (error: AppError): string =>
  JSON.stringify({ code: error.number, data: null, msg: errorSentence(error), params: error.params });

/** By whose clock deadlines of orders are judged, for each answer; nothing where `steadyMs` is null, as that is another server's. */
export const serverTime = (steadyMs: (() => number) | null) => (): Readonly<Record<string, string>> =>
  steadyMs === null ? {} : { 'x-server-time': String(steadyMs()) };
