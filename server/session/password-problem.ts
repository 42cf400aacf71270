import { type AppError, refused } from '../../core/contract/app-error.ts';
import { passwordFault, passwordLength } from '../../core/domain/accounts/password-rules.ts';
import type { UserRecord } from '../store/records.ts';

/**
 * What is wrong with a password that somebody of this name has chosen: PASSWORD_LENGTH, PASSWORD_HAS_NAME, PASSWORD_LOW. A page that looks while he types knows
 * the rules alone; the server knows the passwords that everybody tries first as well.
 */
export async function passwordProblem(
  password: string,
  { username, email }: Pick<UserRecord, 'username' | 'email'>,
  field = 'password',
): Promise<AppError | null> {
  const fault = passwordFault(password, [username, email?.split('@')[0] ?? '']) ?? ((await isCommon(password)) ? 'PASSWORD_LOW' : null);
  return fault === null ? null : refused(fault, { field, ...(fault === 'PASSWORD_LENGTH' ? passwordLength : {}) }).error;
}

/**
 * Among the 49,000 that were found most often where passwords had been stolen, in letters of any size. They are read when one is chosen, which is rare;
 * Node keeps the module.
 */
async function isCommon(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(password.toLowerCase());
}
