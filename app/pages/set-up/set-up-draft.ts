import { passwordFault, passwordLength } from '../../../core/domain/accounts/password-rules.ts';
import { isEmail, isUsername } from '../../../core/domain/accounts/person-rules.ts';
import type { Language } from '../../../core/domain/language.ts';
import { maxNameLength } from '../../../core/domain/name.ts';
import { type HouseCurrency, isFirmName, tidyFirmName } from '../../../core/domain/platform-settings.ts';

/** What is typed at the set-up. */
export interface SetUpDraft {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly repeat: string;
  readonly firmName: string;
  readonly language: Language;
  readonly currency: HouseCurrency;
  readonly sandbox: boolean;
}
/** What is typed or chosen from a list. */
export type SetUpField = Exclude<keyof SetUpDraft, 'sandbox'>;

/** An error of the catalogue, or of this page alone. */
export interface DraftProblem {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** What the server would refuse, by field; nothing: it may be sent. */
export function draftProblems(draft: SetUpDraft): Readonly<Partial<Record<SetUpField, DraftProblem>>> {
  const { username, email, password, repeat, firmName } = draft;
  const fault = passwordFault(password, [username, email.split('@')[0] ?? '']);
  const name = tidyFirmName(firmName);
  return {
    ...(!isUsername(username) && { username: { code: 'PERSON_USERNAME_INVALID' } }),
    ...(!isEmail(email) && { email: { code: email === '' ? 'FORM_EMAIL_EMPTY' : 'FORM_EMAIL_INVALID' } }),
    ...(fault !== null && { password: { code: fault, params: passwordLength } }),
    ...(repeat !== password && { repeat: { code: 'repeat' } }),
    ...(!isFirmName(name) && {
      firmName: name === '' ? { code: 'FORM_FIELD_EMPTY' } : { code: 'FORM_TEXT_TOO_LONG', params: { limit: maxNameLength } },
    }),
  };
}

/** Fields of this page by their names of the wire. */
const fieldOf: Readonly<Record<string, SetUpField>> = {
  username: 'username',
  email: 'email',
  password: 'password',
  firm_name: 'firmName',
  language: 'language',
  currency: 'currency',
};

/** Beside which field a refusal of the server belongs; null: beside none. */
export const refusedField = (params: Readonly<Record<string, string | number>>): SetUpField | null => fieldOf[String(params.field)] ?? null;
