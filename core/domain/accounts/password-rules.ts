/** Of passwords that people choose, in characters. */
export const passwordLength = { least: 8, most: 20 } as const;

/** In place of one that somebody was given he chooses his own before he comes in: how a sign-in calls that, as `totp` is what it calls a code. */
export const newPasswordWay = 'new-password';

export const passwordStrengths = ['low', 'medium', 'high'] as const;
export type PasswordStrength = (typeof passwordStrengths)[number];

/** Errors of the catalogue. */
export type PasswordFault = 'PASSWORD_LENGTH' | 'PASSWORD_HAS_NAME' | 'PASSWORD_LOW';

/** What most lists of guesses begin with, whatever digits and signs stand around it. */
const commonWords: readonly string[] = [
  ...['password', 'passwort', 'passwd', 'passw', 'pass', 'pwd', 'secret', 'admin', 'administrator', 'root', 'user', 'login', 'welcome'],
  ...['letmein', 'changeme', 'default', 'guest', 'test', 'iloveyou', 'sunshine', 'princess', 'football', 'baseball', 'monkey', 'dragon'],
  ...['master', 'shadow', 'superman', 'batman', 'trustno', 'hello', 'qwerty', 'qwertyui', 'qwertyuiop', 'qwert', 'qwertz', 'asdf'],
  ...[
    'asdfgh',
    'asdfghjk',
    'asdfghjkl',
    'zxcvbn',
    'zxcvbnm',
    'qazwsx',
    'qazwsxedc',
    'qwe',
    'qweasd',
    'qweasdzxc',
    'abc',
    'abcd',
    'tessera',
  ],
  ...['woaini', 'trader', 'trading', 'bitcoin', 'money'],
];

const kinds: readonly RegExp[] = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u];

const hasName = (password: string, names: readonly string[]): boolean =>
  names.some((name) => name.length >= 3 && password.toLowerCase().includes(name.toLowerCase()));

/** How hard a password is to guess for whoever tries lists and what they suggest, and knows the names of its owner. */
export function passwordStrength(password: string, names: readonly string[] = []): PasswordStrength {
  if (hasName(password, names)) return 'low';
  const characters = [...password];
  const different = new Set(characters).size;
  const used = kinds.filter((kind) => kind.test(password)).length;
  if (characters.length < passwordLength.least || different < 5 || isRow(characters) || isCommon(password)) return 'low';
  if (used < 2 && characters.length < 14) return 'low';
  const isLong = characters.length >= 16 && used >= 2;
  return (isLong || (characters.length >= 12 && used >= 3)) && different >= 8 ? 'high' : 'medium';
}

/** What is wrong with a password that somebody of these names has chosen; null: nothing. */
export function passwordFault(password: string, names: readonly string[]): PasswordFault | null {
  const { length } = [...password];
  if (length < passwordLength.least || length > passwordLength.most) return 'PASSWORD_LENGTH';
  if (hasName(password, names)) return 'PASSWORD_HAS_NAME';
  return passwordStrength(password) === 'low' ? 'PASSWORD_LOW' : null;
}

/** `12345678`, `hgfedcba`, `aaaabbbb`: most characters follow from the one before. */
function isRow(characters: readonly string[]): boolean {
  const steps = characters.slice(1).map((one, at) => Math.abs((one.codePointAt(0) ?? 0) - (characters[at]?.codePointAt(0) ?? 0)));
  return steps.filter((step) => step <= 1).length * 2 > steps.length;
}

/** Signs that stand for letters in every list. */
const signs: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

function isCommon(password: string): boolean {
  const letters = (text: string): string => text.replace(/[^a-z]/g, '');
  const typed = password.toLowerCase();
  const core = typed.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const read = letters(core.replace(/[0134571@$!]/g, (sign) => signs[sign] ?? sign));
  return [letters(typed), read].some((word) => commonWords.includes(word));
}
