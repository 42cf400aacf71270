import { isEmail } from './accounts/person-rules.ts';

/** `tls`: encrypted from the first byte; `starttls`: by the server's own word, and nothing is sent before. */
export const mailSecurities = ['tls', 'starttls'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

/** The port where a mail server listens for each. */
export const mailPorts: Readonly<Record<MailSecurity, number>> = { tls: 465, starttls: 587 };

/** By which server mails go; its password is told to nobody. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Null: it asks for none. */
  readonly user: string | null;
  /** Address that mails come from. */
  readonly sender: string;
  /** Who is told of letters of visitors; nobody: they stand in the inbox alone. */
  readonly notify: readonly string[];
}

/** As it is typed. */
export interface MailDraft {
  readonly host: string;
  readonly port: string;
  readonly security: MailSecurity;
  /** Empty: the server asks for none. */
  readonly user: string;
  readonly password: string;
  readonly sender: string;
}

/** Null: it is none. */
export const typedPort = (typed: string): number | null => (/^[1-9]\d{0,4}$/.test(typed) && Number(typed) <= 65_535 ? Number(typed) : null);

/** With the port that is usual for it, unless another one was typed. */
export const securedBy = <D extends MailDraft>(draft: D, security: MailSecurity): D => ({
  ...{ ...draft, security },
  ...(draft.port === String(mailPorts[draft.security]) ? { port: String(mailPorts[security]) } : {}),
});

/** Why a mail server cannot be meant, and beside which field it belongs. */
export interface MailServerFault {
  readonly code: 'FORM_FIELD_EMPTY' | 'FORM_EMAIL_EMPTY' | 'FORM_EMAIL_INVALID' | 'REQUEST_INVALID';
  readonly field: 'host' | 'sender' | 'notify' | 'user_password';
  /** Of REQUEST_INVALID. */
  readonly rule?: string;
}

const hostName = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i;
const longAddress = /^[0-9a-f:]*:[0-9a-f:.]+$/i;
export const isMailHost = (host: string): boolean => (hostName.test(host) && !host.includes('..')) || longAddress.test(host);

/** `hasPassword`: one was typed now, or is kept for this server and user. Null: it may be kept. */
export function mailServerFault({ host, user, sender, notify }: MailServer, hasPassword: boolean): MailServerFault | null {
  if (host === '') return { code: 'FORM_FIELD_EMPTY', field: 'host' };
  if (!isMailHost(host)) return { code: 'REQUEST_INVALID', field: 'host', rule: 'must be the name or address of a server' };
  if (user !== null && !hasPassword) return { code: 'FORM_FIELD_EMPTY', field: 'user_password' };
  if (sender === '') return { code: 'FORM_EMAIL_EMPTY', field: 'sender' };
  if (!isEmail(sender)) return { code: 'FORM_EMAIL_INVALID', field: 'sender' };
  return notify.every(isEmail) ? null : { code: 'FORM_EMAIL_INVALID', field: 'notify' };
}

/** Several addresses as they are typed, separated by commas. */
export const typedAddresses = (typed: string): readonly string[] =>
  typed
    .split(/[,;\s]+/u)
    .map((one) => one.trim())
    .filter((one) => one !== '');
