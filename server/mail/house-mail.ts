import { accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { HouseMail, Mail } from '../../core/contract/mail.ts';
import type { HouseMailServer, MailServerState, MailTest } from '../../core/contract/mail-server.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { type MailServer, mailSecurities, mailServerFault } from '../../core/domain/mail-server.ts';
import { Turns } from '../../core/domain/turns.ts';
import type { Bus } from '../bus/bus.ts';
import { type Channel, ChannelProblem } from '../deliveries/channel.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import { authorProblem } from '../session/people.ts';
import type { Json } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';
import type { MailSettings } from './mail-settings.ts';
import { noMail, SmtpMail } from './smtp-mail.ts';
import { testMail } from './test-mail.ts';

interface HouseMailParts {
  readonly store: Pick<Store, 'platform' | 'transaction' | 'users' | 'userConfig'>;
  readonly keys: Pick<KeyRing, 'seal' | 'unseal'>;
  readonly bus: Pick<Bus, 'listen' | 'publish'>;
  readonly clock: Pick<Clock, 'nowMs' | 'every'>;
  readonly logger: Logger;
  readonly newId: () => string;
  /** What the environment names counts before what an administrator has. */
  readonly environment: MailSettings | null;
  readonly publicUrl: string | null;
  readonly firmName: () => string;
  readonly languageOf: (userId: string) => Promise<Parameters<typeof testMail>[0]>;
}

interface Kept {
  readonly server: MailServer;
  readonly sealedPassword: string | null;
}

const key = 'mail_server';
const readEveryMs = 30_000;

/** The mail of the house: by the server that the environment names, else by the one that administrators have. */
export class HouseMailDoor implements Mail, HouseMailServer {
  readonly #parts: HouseMailParts;
  /** What was read earlier must never take the place of what was read later. */
  readonly #reading = new Turns();
  #kept: Kept | null = null;
  #version = 0;
  #smtp: SmtpMail | null;
  #hasNotify: boolean;

  private constructor(parts: HouseMailParts) {
    this.#parts = parts;
    this.#smtp = parts.environment === null ? null : new SmtpMail(parts.environment, parts.publicUrl);
    this.#hasNotify = parts.environment !== null;
  }

  static async open(parts: HouseMailParts, started: Disposer[]): Promise<HouseMailDoor> {
    const door = new HouseMailDoor(parts);
    await door.read();
    const again = (): Promise<void> =>
      door.read().catch((error: unknown) => parts.logger.warn({ err: error }, 'the mail server of the platform could not be read again'));
    started.push(parts.clock.every(readEveryMs, again));
    started.push(parts.bus.listen({ message: ({ kind }) => (kind === 'platform' ? door.read() : undefined), gap: () => void again() }));
    return door;
  }

  /** Mails to the house: somebody is to be told. */
  get isOn(): boolean {
    return this.#smtp !== null && this.#hasNotify;
  }

  /** Mails to people; null: they wait in the outbox. */
  get channel(): Channel | null {
    return this.#smtp;
  }

  linkTo(path: string): string | null {
    return this.#parts.publicUrl === null ? null : `${this.#parts.publicUrl}${path}`;
  }

  send(mail: HouseMail): Promise<void> {
    return (this.isOn && this.#smtp !== null ? this.#smtp : noMail).send(mail);
  }

  get state(): MailServerState {
    const origin = this.#parts.environment !== null ? 'environment' : this.#kept !== null ? 'platform' : 'none';
    return {
      origin,
      server: this.#kept?.server ?? null,
      hasPassword: (this.#kept?.sealedPassword ?? null) !== null,
      version: this.#version,
    };
  }

  read(): Promise<void> {
    return this.#reading.take(async () => {
      const { kept, version } = await this.#keptIn(this.#parts.store);
      if (version === this.#version) return;
      [this.#kept, this.#version] = [kept, version];
      if (this.#parts.environment !== null) return;
      this.#hasNotify = kept !== null && kept.server.notify.length > 0;
      this.#smtp = kept === null ? null : this.#smtpOf(kept);
    });
  }

  async change(version: number, server: MailServer | null, password: string | null, note: ChangeNote): Promise<Outcome<MailServerState>> {
    const done = await this.#parts.store.transaction(async (repositories): Promise<Outcome<null>> => {
      await repositories.platform.hold();
      const barred = await authorProblem(repositories, note, await repositories.users.hold(''));
      if (barred !== null) return denied(barred);
      const before = await this.#keptIn(repositories);
      if (before.version !== version) return refused('PLATFORM_CHANGED');
      const decided = this.decide(server, password, before.kept);
      if (!decided.ok) return decided;
      if (JSON.stringify(decided.value?.server) === JSON.stringify(before.kept?.server) && password === null)
        return refused('PLATFORM_NOTHING_TO_CHANGE');
      await this.write(repositories, decided.value);
      const by = note.by === 'system' ? note.by : note.by.userId;
      await repositories.audit.append({
        ...{ timeMs: this.#parts.clock.nowMs(), actor: by, action: 'mail-server.changed', subject: 'platform', reason: note.reason },
        ...{ before: told(before.kept), after: { ...told(decided.value), ...(password === null ? {} : { password_changed: true }) } },
      });
      return accepted(null);
    });
    if (!done.ok) return done;
    await this.changed();
    return accepted(this.state);
  }

  /** What is to be kept of what somebody has typed. A password is bound to its server and user: nobody has another server told it. */
  decide(server: MailServer | null, password: string | null, before: Kept | null = null): Outcome<Kept | null> {
    if (server === null) return accepted(null);
    const isSame = before !== null && placeOf(before.server) === placeOf(server);
    const kept = isSame ? before.sealedPassword : null;
    const fault = mailServerFault(server, password !== null || kept !== null);
    if (fault !== null) return refused(fault.code, { field: fault.field, ...(fault.rule === undefined ? {} : { rule: fault.rule }) });
    const sealedPassword = server.user === null ? null : password === null ? kept : this.#parts.keys.seal(placeOf(server), password);
    return accepted({ server, sealedPassword });
  }

  /** In a transaction that holds the settings; to be told by {@link changed} once it has ended. */
  async write({ platform }: Pick<Repositories, 'platform'>, kept: Kept | null): Promise<void> {
    await platform.set(key, kept as unknown as Json, this.#parts.clock.nowMs());
  }

  async changed(): Promise<void> {
    await this.read();
    this.#parts.bus.publish({ kind: 'platform' });
  }

  async test(userId: string): Promise<Outcome<MailTest>> {
    const { store, newId, firmName, languageOf } = this.#parts;
    if (this.#smtp === null) return refused('FORM_FIELD_EMPTY', { field: 'host' });
    const to = (await store.users.get(userId))?.email ?? null;
    if (to === null) return refused('FORM_EMAIL_EMPTY', { field: 'email' });
    try {
      await this.#smtp.deliver({ id: newId(), to, ...testMail(await languageOf(userId), firmName()) });
      return accepted({ to, fault: null, detail: null });
    } catch (error) {
      if (!(error instanceof ChannelProblem)) throw error;
      return accepted({ to, fault: error.fault, detail: error.detail });
    }
  }

  #smtpOf({ server, sealedPassword }: Kept): SmtpMail | null {
    const password = sealedPassword === null ? null : this.#parts.keys.unseal(placeOf(server), sealedPassword);
    if (sealedPassword !== null && password === null) {
      this.#parts.logger.warn({}, 'the password of the mail server was sealed under another key: it is to be entered again');
      return null;
    }
    return new SmtpMail({ url: urlOf(server, password), from: server.sender, to: server.notify }, this.#parts.publicUrl);
  }

  async #keptIn({ platform }: Pick<Repositories, 'platform'>): Promise<{ readonly kept: Kept | null; readonly version: number }> {
    const row = (await platform.all())[key];
    return { kept: isKept(row?.value) ? row.value : null, version: row?.version ?? 0 };
  }
}

const placeOf = ({ host, port, user }: MailServer): string => `mail server/${host}:${port}/${user ?? ''}`;

function urlOf({ host, port, security, user }: MailServer, password: string | null): string {
  const opens = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`;
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${opens}${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** For the audit: everything but the password. */
const told = (kept: Kept | null): Readonly<Record<string, string | number>> | null =>
  kept === null ? null : { ...kept.server, user: kept.server.user ?? '', notify: kept.server.notify.join(', ') };

/** What a newer version has written otherwise is as if it were not there. */
function isKept(value: unknown): value is Kept {
  const { server, sealedPassword } = (value ?? {}) as Partial<Kept>;
  return (
    server !== undefined &&
    (sealedPassword === null || typeof sealedPassword === 'string') &&
    mailSecurities.includes(server.security) &&
    mailServerFault(server, true) === null
  );
}
