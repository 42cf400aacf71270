import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** By names in lower case, folded lines joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A mail server of this machine, which keeps what it takes and can be told to refuse. */
export class MailServer {
  readonly taken: TakenMail[] = [];
  refuses = false;
  readonly #server: SMTPServer;

  private constructor(account: { readonly user: string; readonly password: string } | null, isSecure: boolean) {
    this.#server = new SMTPServer({
      secure: isSecure,
      authOptional: account === null,
      // No certificate of a test is one that holds: mails to this machine itself go openly.
      allowInsecureAuth: true,
      ...(isSecure ? {} : { disabledCommands: ['STARTTLS'] }),
      onAuth: ({ username, password }, _session, done) =>
        username === account?.user && password === account?.password
          ? done(null, { user: username })
          : done(new Error(`no such account: ${username} ${password}`)),
      onData: (stream, { envelope }, done) => {
        let source = '';
        stream.setEncoding('utf8').on('data', (piece: string) => (source += piece));
        stream.on('end', () => {
          if (this.refuses) return done(Object.assign(new Error('full'), { responseCode: 452 }));
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          this.taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...partsOf(source) });
          done();
        });
      },
    });
    this.#server.on('error', () => undefined);
  }

  static async start(
    options: { readonly account?: { readonly user: string; readonly password: string }; readonly isSecure?: boolean } = {},
  ): Promise<MailServer> {
    const server = new MailServer(options.account ?? null, options.isSecure === true);
    await new Promise<void>((done) => server.#server.listen(0, '127.0.0.1', done));
    return server;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((done) => this.#server.close(done));
  }
}

function partsOf(source: string): Pick<TakenMail, 'headers' | 'text'> {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { headers: Object.fromEntries(headers), text: source.slice(end + 4).replaceAll('\r\n', '\n') };
}
