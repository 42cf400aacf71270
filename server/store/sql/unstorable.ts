/** True when the text has a null character or half of a surrogate pair: no database column can hold it. */
export const isUnstorable = (text: string): boolean => /[\0\p{Cs}]/u.test(text);
