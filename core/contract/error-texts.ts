import { type ErrorCode, type ErrorEntry, errorCatalogue } from './error-catalogue.ts';

/** Names of the parameters of an error's text; none of what is no code. */
export const paramsOf = (code: string): readonly string[] => (errorCatalogue as Readonly<Record<string, ErrorEntry>>)[code]?.params ?? [];

/** True of a code of the catalogue with a value for everything that its text names: then it can be said as a sentence. */
export function isSayable(code: string | number, params: Readonly<Record<string, unknown>>): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code) && paramsOf(String(code)).every((name) => params[name] !== undefined);
}

/**
 * Keys of an error's text, the first that there is counts: `CODE_brief` where a parameter is missing, as in refusals stored before the
 * code had it, `CODE_at_<field>` of a field with words of its own, `CODE_no_<parameter>` where that one is zero, and `CODE`.
 */
export function errorTextKeys(code: ErrorCode, params: Readonly<Record<string, string | number>>): string[] {
  const names = paramsOf(code);
  if (names.some((name) => params[name] === undefined)) return [`${code}_brief`, code];
  const ofField = params.field === undefined ? [] : [`${code}_at_${params.field}`];
  return [...ofField, ...names.filter((name) => params[name] === '0').map((name) => `${code}_no_${name}`), code];
}
