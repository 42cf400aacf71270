/** Chinese has marks of its own, which are as wide as a character and bring their gap along. */
const marksOf = (language: string) => (language.startsWith('zh') ? ['、', '：', '', '；'] : [', ', ': ', ' ', '; ']);
let readers = marksOf('en');
/** The language of who reads the page counts for every text from here on; the page draws itself anew. Servers never call it: they name the language. */
export const readIn = (language: string): void => {
  readers = marksOf(language);
};
const mark = (at: number, language?: string) => (language === undefined ? readers : marksOf(language))[at];

/** `BTC, ETH`, or `BTC、ETH`. */
export const listed = (words: readonly (string | number)[], language?: string): string => words.join(mark(0, language));

/** `Price: too low`, or `价格：过低`. */
export const labelled = (label: string, what: string): string => label + mark(1) + what;

/** Whole sentences in a row; those that are not said are empty. */
export const sentences = (said: readonly string[], language?: string): string => said.filter(Boolean).join(mark(2, language));

/** Parts that have commas of their own. */
export const apart = (parts: readonly string[], language?: string): string => parts.join(mark(3, language));
