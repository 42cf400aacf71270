/** What names and addresses of people look like, wherever they are typed. */
export const usernamePattern = '^[A-Za-z0-9_.-]{3,32}$';
export const emailPattern = '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$';
export const longestEmail = 254;
/** With the code of its country. */
export const phonePattern = '^\\+[1-9][0-9]{6,14}$';

const matching = (pattern: string): ((value: string) => boolean) => {
  const expression = new RegExp(pattern, 'u');
  return (value) => expression.test(value);
};
export const isUsername = matching(usernamePattern);
const looksLikeEmail = matching(emailPattern);
export const isEmail = (value: string): boolean => value.length <= longestEmail && looksLikeEmail(value);
export const isPhone = matching(phonePattern);
