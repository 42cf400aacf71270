import { type ErrorCode, type ErrorEntry, errorCatalogue } from './error-catalogue.ts';

/** Values that fill the placeholders of an error's text; never secrets. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** A failure with a code of the catalogue. Expected refusals are returned inside an {@link Outcome}; throwing one means nobody up the call can go on. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;

  constructor(code: ErrorCode, params: ErrorParams = {}, cause?: unknown) {
    super(`${code} ${JSON.stringify(params)}`, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.code = code;
    this.params = params;
  }

  /** Number that goes into the reply's `code`. */
  get number(): number {
    return errorCatalogue[this.code].number;
  }

  get httpStatus(): number {
    const { number, status }: ErrorEntry = errorCatalogue[this.code];
    return status ?? Math.floor(number / 100);
  }

  /** Whether what was asked for may have been done all the same: nobody may call it failed. */
  get isOutcomeOpen(): boolean {
    return 'isOutcomeOpen' in errorCatalogue[this.code];
  }
}

/** A value, or the refusal that took its place. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError };

export const accepted = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const refused = (code: ErrorCode, params?: ErrorParams): { readonly ok: false; readonly error: AppError } => ({
  ok: false,
  error: new AppError(code, params),
});
/** A refusal that was found elsewhere, handed on as it is. */
export const denied = (error: AppError): { readonly ok: false; readonly error: AppError } => ({ ok: false, error });
