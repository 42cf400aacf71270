/** Of the terms of use in the guide, which whoever registers accepts: the day since which they are in force. Other words are another version. */
export const termsOfUseVersion = '2026-11-28';
