/** How texts are put together for people. Chinese has marks of its own, which are as wide as a character and bring their gap along. */
const marksOf = (language: string) =>
  language.startsWith('zh') ? { list: '、', label: '：', sentence: '' } : { list: ', ', label: ': ', sentence: ' ' };

/** `BTC, ETH`, or `BTC、ETH`. */
export const listed = (words: readonly (string | number)[], language: string): string => words.join(marksOf(language).list);

/** `Price: too low`, or `价格：过低`. */
export const labelled = (label: string, what: string, language: string): string => `${label}${marksOf(language).label}${what}`;

/** Whole sentences in a row; those that are not said are empty. */
export const sentences = (said: readonly string[], language: string): string =>
  said.filter((one) => one !== '').join(marksOf(language).sentence);
