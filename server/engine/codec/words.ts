/** Words as their place in a list, and back. */

/**
 * As the method of arrays, which is a call into the runtime while this is compiled into its caller; lists are short, and frequent
 * words stand first.
 */
export function placeOf<T extends string>(words: readonly T[], word: T): number {
  for (let place = 0; place < words.length; place++) if (words[place] === word) return place;
  return -1;
}

/** Place of a word in its list. Throws TypeError when it is not there. */
export function indexOf<T extends string>(words: readonly T[], word: T): number {
  const index = placeOf(words, word);
  if (index < 0) throw new TypeError(`${word} is not one of ${words.join(', ')}`);
  return index;
}

/** The word at a place. Throws RangeError when there is none. */
export function wordAt<T extends string>(words: readonly T[], index: number): T {
  const word = words[index];
  if (word === undefined) throw new RangeError(`no word number ${index} among ${words.join(', ')}`);
  return word;
}
