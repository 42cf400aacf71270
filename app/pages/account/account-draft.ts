import { passwordFault, passwordLength } from '../../../core/domain/accounts/password-rules.ts';
import { isEmail, isMail, isPhone, isUsername, tidyAddress } from '../../../core/domain/accounts/person-rules.ts';
import { codePattern } from '../../../core/domain/code-purpose.ts';
import type { DraftProblem } from '../set-up/set-up-draft.ts';

/** What is typed to register, or for another password. */
export interface GuestDraft {
  /** E-mail, or telephone number with the code of its country. */
  readonly address: string;
  readonly code: string;
  readonly username: string;
  readonly password: string;
  readonly repeat: string;
  readonly invite: string;
  readonly terms: boolean;
}
export type GuestField = keyof GuestDraft;

export const emptyDraft: GuestDraft = { address: '', code: '', username: '', password: '', repeat: '', invite: '', terms: false };

export type DraftProblems = Readonly<Partial<Record<GuestField, DraftProblem>>>;

export function addressProblem(typed: string): DraftProblem | null {
  const address = tidyAddress(typed);
  if (address === '') return { code: 'address' };
  if (isMail(address)) return isEmail(address) ? null : { code: 'FORM_EMAIL_INVALID' };
  return isPhone(address) ? null : { code: 'PERSON_PHONE_INVALID' };
}

type NewPasswordProblems = Readonly<Partial<Record<'password' | 'repeat', DraftProblem>>>;

/** What is wrong with a password that somebody of these names types twice. */
export function newPasswordProblems(
  { password, repeat }: Pick<GuestDraft, 'password' | 'repeat'>,
  names: readonly string[],
): NewPasswordProblems {
  const fault = passwordFault(password, names);
  return {
    ...(fault !== null && { password: { code: fault, params: passwordLength } }),
    ...(repeat !== password && { repeat: { code: 'repeat' } }),
  };
}

const namesOf = ({ username, address }: GuestDraft): readonly string[] => [username, isMail(address) ? (address.split('@')[0] ?? '') : ''];

/** What the server would refuse of a reset, by field. */
export function resetProblems(draft: GuestDraft): DraftProblems {
  const address = addressProblem(draft.address);
  return {
    ...(address !== null && { address }),
    ...(!new RegExp(codePattern).test(draft.code) && { code: { code: 'code' } }),
    ...newPasswordProblems(draft, namesOf(draft)),
  };
}

/** The same of who comes by the invitation of an administrator, which says everything else. */
export function invitedProblems(draft: GuestDraft): DraftProblems {
  return {
    ...newPasswordProblems(draft, namesOf(draft)),
    ...(!isUsername(draft.username) && { username: { code: 'PERSON_USERNAME_INVALID' } }),
    ...(!draft.terms && { terms: { code: 'terms' } }),
  };
}

/** The same of a registration. */
export function registerProblems(draft: GuestDraft, needsInvite: boolean): DraftProblems {
  return { ...resetProblems(draft), ...invitedProblems(draft), ...inviteProblem(draft.invite, needsInvite) };
}

export function inviteProblem(invite: string, needsInvite: boolean): DraftProblems {
  if (invite === '') return needsInvite ? { invite: { code: 'INVITE_NEEDED' } } : {};
  return /^[A-Za-z0-9]{1,32}$/.test(invite) ? {} : { invite: { code: 'INVITE_UNKNOWN' } };
}

/** Fields of these pages by their names of the wire. */
const fieldOf: Readonly<Record<string, GuestField>> = {
  ...{ email: 'address', phone: 'address', code: 'code', username: 'username', password: 'password', invite_code: 'invite' },
};

/** Beside which field a refusal of the server belongs; null: beside none. */
export const refusedField = (params: Readonly<Record<string, string | number>>): GuestField | null => fieldOf[String(params.field)] ?? null;
