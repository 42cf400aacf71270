import type { Transporter } from 'nodemailer';
import type { HouseMail, Mail } from '../../core/contract/mail.ts';
import { isLoopback } from '../settings.ts';
import type { MailSettings } from './mail-settings.ts';

const timeoutMs = 10_000;
/** For one mail in all: a server that says a word now and then is never silent for long. */
const wholeMs = 60_000;
const submissionPort = 587;
const tlsPort = 465;

/** Mails by an SMTP server. Its library is loaded with the first of them. */
export class SmtpMail implements Mail {
  readonly isOn = true;
  readonly #settings: MailSettings;
  readonly #publicUrl: string | null;
  readonly #wholeMs: number;
  #transport: Promise<Transporter> | null = null;

  constructor(settings: MailSettings, publicUrl: string | null, patienceMs = wholeMs) {
    this.#settings = settings;
    this.#publicUrl = publicUrl;
    this.#wholeMs = patienceMs;
  }

  linkTo(path: string): string | null {
    return this.#publicUrl === null ? null : `${this.#publicUrl}${path}`;
  }

  async send({ id, subject, text }: HouseMail): Promise<void> {
    const { from, to } = this.#settings;
    this.#transport ??= openTransport(this.#settings.url);
    const transport = await this.#transport;
    const messageId = `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
    try {
      await transport.sendMail({
        ...{ from, to: [...to], subject, text, messageId, headers: { 'auto-submitted': 'auto-generated' } },
        signal: AbortSignal.timeout(this.#wholeMs),
      });
    } catch (error) {
      throw new Error(problemOf(error));
    }
  }
}

/** No mail server was named. */
export const noMail: Mail = {
  isOn: false,
  linkTo: () => null,
  send: () => Promise.reject(new Error('TESSERA_SMTP_URL names no mail server')),
};

async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(smtpOptions(url));
}

/** Encrypted, with a certificate that holds, or not at all; only to this machine itself mails go openly. */
export function smtpOptions(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isSecure = protocol === 'smtps:';
  const isHere = isLoopback(host);
  return {
    host,
    port: port === '' ? (isSecure ? tlsPort : submissionPort) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isHere,
    ignoreTLS: !isSecure && isHere,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  };
}

/** What the library says may repeat what was sent; its codes do not. */
function problemOf(error: unknown): string {
  const { code, responseCode, command } = error as { readonly code?: unknown; readonly responseCode?: unknown; readonly command?: unknown };
  const said = [code, command, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number');
  return `the mail server did not take a mail: ${said.join(' ') || 'it did not say why'}`;
}
