import { accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { HouseSmsGateway, SmsGatewayState, SmsTest } from '../../core/contract/sms-gateway.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { isPhone } from '../../core/domain/accounts/person-rules.ts';
import { type SmsGatewayTerms, type SmsSettings, smsBody, smsGatewayFault } from '../../core/domain/sms-gateway.ts';
import { Turns } from '../../core/domain/turns.ts';
import type { Bus } from '../bus/bus.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import { authorProblem } from '../session/people.ts';
import type { Json } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';
import { type Channel, ChannelProblem } from './channel.ts';
import { SmsGateway } from './sms-gateway.ts';
import { testSms } from './test-sms.ts';

interface HouseSmsParts {
  readonly store: Pick<Store, 'platform' | 'transaction' | 'users'>;
  readonly keys: Pick<KeyRing, 'seal' | 'unseal'>;
  readonly bus: Pick<Bus, 'listen' | 'publish'>;
  readonly clock: Pick<Clock, 'nowMs' | 'every'>;
  readonly logger: Logger;
  readonly newId: () => string;
  /** What the environment names counts before what an administrator has. */
  readonly environment: SmsSettings | null;
  readonly firmName: () => string;
  readonly languageOf: (userId: string) => Promise<Parameters<typeof testSms>[0]>;
}

interface Kept {
  readonly gateway: SmsGatewayTerms;
  readonly sealedSecret: string | null;
}

const key = 'sms_gateway';
const readEveryMs = 30_000;

/** Text messages to people: by the gateway that the environment names, else by the one that administrators have. */
export class HouseSmsDoor implements HouseSmsGateway {
  readonly #parts: HouseSmsParts;
  /** What was read earlier must never take the place of what was read later. */
  readonly #reading = new Turns();
  #kept: Kept | null = null;
  #version = 0;
  #gateway: SmsGateway | null;

  private constructor(parts: HouseSmsParts) {
    this.#parts = parts;
    this.#gateway = parts.environment === null ? null : new SmsGateway(parts.environment);
  }

  static async open(parts: HouseSmsParts, started: Disposer[]): Promise<HouseSmsDoor> {
    const door = new HouseSmsDoor(parts);
    await door.read();
    const again = (): Promise<void> =>
      door.read().catch((error: unknown) => parts.logger.warn({ err: error }, 'the gateway of text messages could not be read again'));
    started.push(parts.clock.every(readEveryMs, again));
    started.push(parts.bus.listen({ message: ({ kind }) => (kind === 'platform' ? door.read() : undefined), gap: () => void again() }));
    return door;
  }

  /** Null: they wait in the outbox. */
  get channel(): Channel | null {
    return this.#gateway;
  }

  get state(): SmsGatewayState {
    const origin = this.#parts.environment !== null ? 'environment' : this.#kept !== null ? 'platform' : 'none';
    const { gateway = null, sealedSecret = null } = this.#kept ?? {};
    return { origin, gateway, hasSecret: sealedSecret !== null, version: this.#version };
  }

  read(): Promise<void> {
    return this.#reading.take(async () => {
      const { kept, version } = await this.#keptIn(this.#parts.store);
      if (version === this.#version) return;
      [this.#kept, this.#version] = [kept, version];
      if (this.#parts.environment === null) this.#gateway = kept === null ? null : this.#gatewayOf(kept);
    });
  }

  async change(version: number, typed: SmsGatewayTerms | null, secret: string | null, note: ChangeNote): Promise<Outcome<SmsGatewayState>> {
    const done = await this.#parts.store.transaction(async (repositories): Promise<Outcome<null>> => {
      await repositories.platform.hold();
      const barred = await authorProblem(repositories, note, await repositories.users.hold(''));
      if (barred !== null) return denied(barred);
      const before = await this.#keptIn(repositories);
      if (before.version !== version) return refused('PLATFORM_CHANGED');
      const decided = this.#decide(typed, secret, before.kept);
      if (!decided.ok) return decided;
      if (JSON.stringify(decided.value?.gateway) === JSON.stringify(before.kept?.gateway) && secret === null)
        return refused('PLATFORM_NOTHING_TO_CHANGE');
      await repositories.platform.set(key, decided.value as unknown as Json, this.#parts.clock.nowMs());
      const by = note.by === 'system' ? note.by : note.by.userId;
      await repositories.audit.append({
        ...{ timeMs: this.#parts.clock.nowMs(), actor: by, action: 'sms-gateway.changed', subject: 'platform', reason: note.reason },
        ...{ before: told(before.kept), after: { ...told(decided.value), ...(secret === null ? {} : { secret_changed: true }) } },
      });
      return accepted(null);
    });
    if (!done.ok) return done;
    await this.read();
    this.#parts.bus.publish({ kind: 'platform' });
    return accepted(this.state);
  }

  async test(userId: string, to: string | null): Promise<Outcome<SmsTest>> {
    const { store, newId, firmName, languageOf } = this.#parts;
    if (this.#gateway === null) return refused('FORM_FIELD_EMPTY', { field: 'url' });
    const phone = to ?? (await store.users.get(userId))?.phone ?? null;
    if (phone === null) return refused('FORM_FIELD_EMPTY', { field: 'to' });
    if (!isPhone(phone)) return refused('REQUEST_INVALID', { field: 'to', rule: 'must be a number such as +85255550101' });
    try {
      await this.#gateway.deliver({ id: newId(), to: phone, subject: '', text: testSms(await languageOf(userId), firmName()) });
      return accepted({ to: phone, fault: null, detail: null });
    } catch (error) {
      if (!(error instanceof ChannelProblem)) throw error;
      return accepted({ to: phone, fault: error.fault, detail: error.detail });
    }
  }

  /** A secret is bound to its address and header: nobody has another server told it. */
  #decide(gateway: SmsGatewayTerms | null, secret: string | null, before: Kept | null): Outcome<Kept | null> {
    if (gateway === null) return accepted(null);
    const kept = before !== null && placeOf(before.gateway) === placeOf(gateway) ? before.sealedSecret : null;
    const fault = smsGatewayFault(gateway, secret, kept !== null);
    if (fault !== null) return refused(fault.code, { field: fault.field, ...(fault.rule === undefined ? {} : { rule: fault.rule }) });
    const sealedSecret = gateway.header === null ? null : secret === null ? kept : this.#parts.keys.seal(placeOf(gateway), secret);
    return accepted({ gateway, sealedSecret });
  }

  #gatewayOf({ gateway: { url, header, sender, body }, ...kept }: Kept): SmsGateway | null {
    const { logger, keys } = this.#parts;
    const secret = kept.sealedSecret === null ? null : keys.unseal(placeOf({ url, header }), kept.sealedSecret);
    const shape = smsBody(body);
    if ((kept.sealedSecret !== null && secret === null) || shape === undefined) {
      logger.warn({}, 'the secret of the gateway of text messages was sealed under another key: it is to be entered again');
      return null;
    }
    return new SmsGateway({
      url,
      header: header === null || secret === null ? null : { name: header, value: secret },
      body: shape,
      sender,
    });
  }

  async #keptIn({ platform }: Pick<Repositories, 'platform'>): Promise<{ readonly kept: Kept | null; readonly version: number }> {
    const row = (await platform.all())[key];
    return { kept: isKept(row?.value) ? row.value : null, version: row?.version ?? 0 };
  }
}

const placeOf = ({ url, header }: Pick<SmsGatewayTerms, 'url' | 'header'>): string => `sms gateway/${url}/${header ?? ''}`;

/** For the audit: everything but the secret. */
const told = (kept: Kept | null): Readonly<Record<string, string>> | null =>
  kept === null ? null : { ...kept.gateway, header: kept.gateway.header ?? '' };

/** What a newer version has written otherwise is as if it were not there. */
function isKept(value: unknown): value is Kept {
  const { gateway, sealedSecret } = (value ?? {}) as Partial<Kept>;
  return (
    gateway !== undefined && (sealedSecret === null || typeof sealedSecret === 'string') && smsGatewayFault(gateway, null, true) === null
  );
}
