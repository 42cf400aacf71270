/** What names and addresses of people look like, wherever they are typed. */
export const usernamePattern = '^[A-Za-z0-9_.-]{3,32}$';
/** Nothing that cannot be seen, and nothing that parts addresses in a mail's head: it goes to one mailbox. */
const emailCharacter = '[^\\s@<>()[\\]\\\\,;:"\\p{Cc}\\p{Cf}]';
export const emailPattern = `^${emailCharacter}+@${emailCharacter}+\\.${emailCharacter}+$`;
export const longestEmail = 254;
/** Of an address that is an e-mail or a telephone number. */
export const isMail = (address: string): boolean => address.includes('@');
/** People write numbers with spaces and hyphens. */
export const tidyPhone = (typed: string): string => typed.replace(/[\s()-]/g, '');
/** As it is sent. */
export const tidyAddress = (typed: string): string => (isMail(typed) ? typed.trim() : tidyPhone(typed));
/** With the code of its country. */
export const phonePattern = '^\\+[1-9][0-9]{6,14}$';

const matching = (pattern: string): ((value: string) => boolean) => {
  const expression = new RegExp(pattern, 'u');
  return (value) => expression.test(value);
};
export const isUsername = matching(usernamePattern);
/** The house's own name in histories: nobody else may seem to be it. */
export const isHouseName = (username: string): boolean => username.toLowerCase() === 'system';
const looksLikeEmail = matching(emailPattern);
export const isEmail = (value: string): boolean => value.length <= longestEmail && looksLikeEmail(value);
export const isPhone = matching(phonePattern);
