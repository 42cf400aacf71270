import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { HouseSmsGateway, SmsGatewayState, SmsTest } from '../../core/contract/sms-gateway.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { isPhone } from '../../core/domain/accounts/person-rules.ts';
import { type SmsGatewayTerms, type SmsSettings, smsBody, smsGatewayFault } from '../../core/domain/sms-gateway.ts';
import type { Bus } from '../bus/bus.ts';
import { KeptSetting } from '../platform/kept-setting.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { Store } from '../store/store.ts';
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

/** Text messages to people: by the gateway that the environment names, else by the one that administrators have. */
export class HouseSmsDoor implements HouseSmsGateway {
  readonly #parts: HouseSmsParts;
  readonly #kept: KeptSetting<Kept>;
  #gateway: SmsGateway | null = null;

  private constructor(parts: HouseSmsParts, kept: KeptSetting<Kept>) {
    this.#parts = parts;
    this.#kept = kept;
    if (parts.environment !== null) this.#gateway = new SmsGateway(parts.environment);
    else
      kept.follow((value) => {
        this.#gateway = value === null ? null : this.#gatewayOf(value);
      });
  }

  static async open(parts: HouseSmsParts, started: Disposer[]): Promise<HouseSmsDoor> {
    return new HouseSmsDoor(
      parts,
      await KeptSetting.open({ ...parts, key: 'sms_gateway', name: 'the gateway of text messages', isKept }, started),
    );
  }

  /** Null: they wait in the outbox. */
  get channel(): Channel | null {
    return this.#gateway;
  }

  get state(): SmsGatewayState {
    const origin = this.#parts.environment !== null ? 'environment' : this.#kept.value !== null ? 'platform' : 'none';
    const { gateway = null, sealedSecret = null } = this.#kept.value ?? {};
    return { origin, gateway, hasSecret: sealedSecret !== null, version: this.#kept.version };
  }

  async change(version: number, typed: SmsGatewayTerms | null, secret: string | null, note: ChangeNote): Promise<Outcome<SmsGatewayState>> {
    const done = await this.#kept.change({
      ...{ version, note, action: 'sms-gateway.changed', told, noted: secret === null ? {} : { secret_changed: true } },
      decide: (before) => this.#decide(typed, secret, before),
      isSame: (before, after) => secret === null && JSON.stringify(before?.gateway) === JSON.stringify(after?.gateway),
    });
    return done.ok ? accepted(this.state) : done;
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
