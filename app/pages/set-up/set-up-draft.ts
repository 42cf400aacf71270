import { isEmail, isUsername } from '../../../core/domain/accounts/person-rules.ts';
import { inOrder, type Language } from '../../../core/domain/language.ts';
import { isMailHost, type MailDraft, typedPort } from '../../../core/domain/mail-server.ts';
import { maxNameLength } from '../../../core/domain/name.ts';
import { type HouseCurrency, isFirmName, tidyFirmName } from '../../../core/domain/platform-settings.ts';
import { newPasswordProblems } from '../account/account-draft.ts';

/** What is typed at the set-up. */
export interface SetUpDraft {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly repeat: string;
  readonly firmName: string;
  /** At least one. */
  readonly languages: readonly Language[];
  readonly language: Language;
  readonly currency: HouseCurrency;
  readonly sandbox: boolean;
  /** Keys of installed venues that are not to be open. */
  readonly closedVenues: readonly string[];
  /** Null: mails wait in the outbox for now. */
  readonly mail: MailDraft | null;
}

export type MailField = keyof MailDraft;
/** What is typed or chosen from a list. */
export type SetUpField = Exclude<keyof SetUpDraft, 'languages' | 'sandbox' | 'closedVenues' | 'mail'>;

/** An error of the catalogue, or of this page alone. */
export interface DraftProblem {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** With the language offered or not: the default is always one that is. */
export function offering(draft: SetUpDraft, one: Language, on: boolean): SetUpDraft {
  const languages = inOrder(on ? [...draft.languages, one] : draft.languages.filter((other) => other !== one));
  const [first = draft.language] = languages;
  return { ...draft, languages, language: languages.includes(draft.language) ? draft.language : first };
}

/** What the server would refuse, by field; nothing: it may be sent. */
export function draftProblems(draft: SetUpDraft): Readonly<Partial<Record<SetUpField, DraftProblem>>> {
  const { username, email, firmName } = draft;
  const name = tidyFirmName(firmName);
  return {
    ...(!isUsername(username) && { username: { code: 'PERSON_USERNAME_INVALID' } }),
    ...(!isEmail(email) && { email: { code: email === '' ? 'FORM_EMAIL_EMPTY' : 'FORM_EMAIL_INVALID' } }),
    ...newPasswordProblems(draft, [username, email.split('@')[0] ?? '']),
    ...(!isFirmName(name) && {
      firmName: name === '' ? { code: 'FORM_FIELD_EMPTY' } : { code: 'FORM_TEXT_TOO_LONG', params: { limit: maxNameLength } },
    }),
  };
}

/** The same of the mail server; nothing where none is named. */
export function mailProblems(mail: MailDraft | null): Readonly<Partial<Record<MailField, DraftProblem>>> {
  if (mail === null) return {};
  const { host, port, user, password, sender } = mail;
  return {
    ...(!isMailHost(host) && { host: { code: host === '' ? 'FORM_FIELD_EMPTY' : 'host' } }),
    ...(typedPort(port) === null && { port: { code: 'port' } }),
    ...(user !== '' && password === '' && { password: { code: 'FORM_FIELD_EMPTY' } }),
    ...(!isEmail(sender) && { sender: { code: sender === '' ? 'FORM_EMAIL_EMPTY' : 'FORM_EMAIL_INVALID' } }),
  };
}

/** As the server takes it. */
export const mailInWire = ({ port, user, password, ...mail }: MailDraft) => ({
  ...{ ...mail, port: Number(port), user: user === '' ? null : user, user_password: user === '' ? null : password, notify: [] },
});

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

/** The same of the mail server. */
const mailFieldOf: Readonly<Record<string, MailField>> = { host: 'host', user_password: 'password', sender: 'sender' };
export const refusedMailField = (params: Readonly<Record<string, string | number>>): MailField | null =>
  mailFieldOf[String(params.field)] ?? null;
