import { signedDecimalPattern } from './decimal.ts';
import { formatDecimal } from './number-text.ts';

/** A parameter as it reads in a text: prices and amounts, which the text has as `{{limit, amount}}`, with thousands apart. Words stay. */
const shownParam = (value: unknown, format?: string): unknown =>
  format === 'amount' && typeof value === 'string' && signedDecimalPattern.test(value) ? formatDecimal(value) : value;

/** How i18next shows parameters, wherever it is begun: a module for its `use`, in place of its own formats. */
export const shownParams = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: shownParam,
} as const;

const place = /\{\{\s*(\w+)\s*(?:,\s*(amount)\s*)?\}\}/g;

/** Fills in the parameters of a text that has nothing else in it, such as plurals; a missing one leaves nothing. */
export const fillText = (text: string, params: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(place, (_, name: string, format?: string) => String(shownParam(params[name] ?? '', format)));

/** Whether {@link fillText} does all that the text asks for. */
export const isPlain = (text: string): boolean => !/\{\{|\$t\(/.test(text.replaceAll(place, ''));
