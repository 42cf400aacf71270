import type { Transporter } from 'nodemailer';
import type { HouseMail, Mail } from '../../core/contract/mail.ts';
import { type Channel, type ChannelLetter, ChannelProblem } from '../deliveries/channel.ts';
import { isLoopback } from '../settings.ts';
import type { MailSettings } from './mail-settings.ts';

const timeoutMs = 10_000;
/** For one mail in all: a server that says a word now and then is never silent for long. */
const wholeMs = 60_000;
const submissionPort = 587;
const tlsPort = 465;

/** Mails by an SMTP server, to the house and to people. Its library is loaded with the first of them. */
export class SmtpMail implements Mail, Channel {
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

  async send(mail: HouseMail): Promise<void> {
    try {
      await this.#post(mail, this.#settings.to);
    } catch (error) {
      throw new Error(problemOf(error));
    }
  }

  async deliver({ to, ...mail }: ChannelLetter): Promise<void> {
    try {
      // As one address, whatever stands in it: no list, no name.
      await this.#post(mail, [{ name: '', address: to }]);
    } catch (error) {
      throw channelProblemOf(error);
    }
  }

  async #post(
    { id, subject, text }: HouseMail,
    to: readonly (string | { readonly name: string; readonly address: string })[],
  ): Promise<void> {
    const { from } = this.#settings;
    this.#transport ??= openTransport(this.#settings.url);
    const transport = await this.#transport;
    const messageId = `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
    await transport.sendMail({
      ...{ from, to: [...to], subject, text, messageId, headers: { 'auto-submitted': 'auto-generated' } },
      signal: AbortSignal.timeout(this.#wholeMs),
    });
  }
}

/** No mail server was named. */
export const noMail: Mail = {
  isOn: false,
  linkTo: () => null,
  send: () => Promise.reject(new Error('neither TESSERA_SMTP_URL nor the page Platform names a mail server for the house')),
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

const faults: Readonly<Record<string, 'TIMEOUT' | 'SIGN_IN' | 'UNREACHABLE'>> = {
  ...{ ETIMEDOUT: 'TIMEOUT', EAUTH: 'SIGN_IN', ENOAUTH: 'SIGN_IN', ECONNECTION: 'UNREACHABLE', ECONNREFUSED: 'UNREACHABLE' },
  ...{ ESOCKET: 'UNREACHABLE', EDNS: 'UNREACHABLE', ETLS: 'UNREACHABLE' },
};

/** A refusal of the letter itself, which another try would meet again, has a number from 500 on. */
function channelProblemOf(error: unknown): ChannelProblem {
  const { code, responseCode, name } = error as { readonly code?: unknown; readonly responseCode?: unknown; readonly name?: unknown };
  const detail = typeof responseCode === 'number' ? String(responseCode) : null;
  if (name === 'TimeoutError' || name === 'AbortError') return new ChannelProblem('TIMEOUT', detail);
  const known = faults[String(code)];
  if (known !== undefined) return new ChannelProblem(known, detail);
  return new ChannelProblem(typeof responseCode === 'number' && responseCode >= 500 ? 'REFUSED' : 'FAILED', detail);
}

/** What the library says may repeat what was sent; its codes do not. */
function problemOf(error: unknown): string {
  const { code, responseCode, command } = error as { readonly code?: unknown; readonly responseCode?: unknown; readonly command?: unknown };
  const said = [code, command, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number');
  return `the mail server did not take a mail: ${said.join(' ') || 'it did not say why'}`;
}
