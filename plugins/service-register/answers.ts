import { type AppError, refused } from '../../core/contract/app-error.ts';
import { passwordFault, passwordLength } from '../../core/domain/accounts/password-rules.ts';
import { isEmail, isHouseName, isPhone, isUsername } from '../../core/domain/accounts/person-rules.ts';

/** What is wrong with an address as it was typed. */
export function addressProblem(field: 'email' | 'phone', address: string): AppError | null {
  if (field === 'email') return isEmail(address) ? null : refused('FORM_EMAIL_INVALID', { field }).error;
  return isPhone(address) ? null : refused('PERSON_PHONE_INVALID', { field }).error;
}

/** What is wrong with a user name as it was typed: the house's own is nobody's. */
export function usernameProblem(username: string): AppError | null {
  const field = 'username';
  if (!isUsername(username)) return refused('PERSON_USERNAME_INVALID', { field }).error;
  return isHouseName(username) ? refused('PERSON_TAKEN', { field }).error : null;
}

/** What is wrong with a password that somebody of these names has chosen. */
export function passwordProblem(password: string, names: readonly string[]): AppError | null {
  const fault = passwordFault(password, names);
  return fault === null ? null : refused(fault, { field: 'password', ...(fault === 'PASSWORD_LENGTH' ? passwordLength : {}) }).error;
}
