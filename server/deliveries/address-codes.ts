import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { type AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { CodeAsked, Codes } from '../../core/contract/codes.ts';
import type { JobTerms, Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { networkOf } from '../../core/domain/accounts/network-of.ts';
import { codeDigits, codeLifeMs, codePauseS } from '../../core/domain/code-purpose.ts';
import type { LetterChannel } from '../../core/domain/delivery.ts';
import type { CodeRecord, StoredCodes } from '../store/people/code-store.ts';
import type { Store } from '../store/store.ts';

const [minuteMs, hourMs] = [60_000, 60 * 60_000];
const dayMs = 24 * hourMs;
/** Wrong ones that end a code. */
const mostWrong = 5;
/** Who holds the right one may correct himself so often: a name that is taken is told to him alone. */
const mostRight = 10;
/** Codes for one address, whatever they are for: whoever guesses has 50 tries a day at a million. */
const [ofAddressInHour, ofAddressInDay] = [5, 10];
/** Codes that one network asks for, whosever addresses: an office stands behind one. */
const ofNetworkInHour = 30;
/** Of everybody: text messages cost money, and mails a good name. */
const ofChannelInDay: Readonly<Record<LetterChannel, number>> = { mail: 5_000, sms: 500 };

interface AddressCodesParts {
  readonly store: Pick<Store, 'of' | 'transaction' | 'codes'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly masterKey: Buffer;
  readonly newId: () => string;
}

export class AddressCodes implements Codes {
  readonly #parts: AddressCodesParts;
  readonly #key: Buffer;

  constructor(parts: AddressCodesParts) {
    this.#parts = parts;
    this.#key = createHmac('sha256', parts.masterKey).update('address codes').digest();
  }

  async make(asked: CodeAsked, send: (code: string, sql: Sql) => Promise<boolean>): Promise<Outcome<null>> {
    const { store, clock, newId } = this.#parts;
    return store.transaction(async (repositories): Promise<Outcome<null>> => {
      await repositories.codes.hold();
      const nowMs = clock.nowMs();
      const addressHash = this.#hash('address', asked.address.toLowerCase());
      const networkHash = this.#hash('network', networkOf(asked.ip));
      const channel: LetterChannel = asked.address.includes('@') ? 'mail' : 'sms';
      const barred = await this.#tooMany(repositories.codes, { purpose: asked.purpose, addressHash, networkHash, channel }, nowMs);
      if (barred !== null) return denied(barred);
      const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
      const isTold = await send(code, repositories.sql);
      const codeHash = isTold ? this.#codeHash(asked, code) : randomBytes(32).toString('hex');
      const { purpose } = asked;
      const times = { createdMs: nowMs, expiresMs: nowMs + codeLifeMs };
      await repositories.codes.add({ codeId: newId(), purpose, channel, addressHash, networkHash, codeHash, ...times });
      return accepted(null);
    });
  }

  async #tooMany(
    codes: StoredCodes,
    { purpose, addressHash, networkHash, channel }: Pick<CodeRecord, 'purpose' | 'addressHash' | 'networkHash' | 'channel'>,
    nowMs: number,
  ): Promise<AppError | null> {
    const wait = (retryAfterS: number) => refused('RATE_LIMITED', { retryAfterS }).error;
    const pauseMs = ((await codes.newestMs(purpose, addressHash)) ?? Number.NEGATIVE_INFINITY) + codePauseS * 1_000 - nowMs;
    if (pauseMs > 0) return wait(Math.ceil(pauseMs / 1_000));
    if ((await codes.count({ addressHash }, nowMs - hourMs)) >= ofAddressInHour) return wait(hourMs / 1_000);
    if ((await codes.count({ addressHash }, nowMs - dayMs)) >= ofAddressInDay) return wait(dayMs / 1_000);
    if ((await codes.count({ networkHash }, nowMs - hourMs)) >= ofNetworkInHour) return wait((10 * minuteMs) / 1_000);
    return (await codes.count({ channel }, nowMs - dayMs)) >= ofChannelInDay[channel] ? wait(hourMs / 1_000) : null;
  }

  async check(typed: Pick<CodeAsked, 'purpose' | 'address'> & { readonly code: string }): Promise<Outcome<string>> {
    const { store, clock } = this.#parts;
    const typedHash = this.#codeHash(typed, typed.code);
    return store.transaction(async ({ codes }): Promise<Outcome<string>> => {
      const live = await codes.holdLive(typed.purpose, this.#hash('address', typed.address.toLowerCase()), clock.nowMs());
      if (live === null) return refused('CODE_WRONG', { field: 'code' });
      const isRight = timingSafeEqual(Buffer.from(live.codeHash, 'hex'), Buffer.from(typedHash, 'hex'));
      const ends = isRight ? live.rightTries + 1 > mostRight : live.wrongTries + 1 >= mostWrong;
      await codes.tried(live.codeId, { isRight, ends });
      return isRight && !ends ? accepted(live.codeId) : refused('CODE_WRONG', { field: 'code' });
    });
  }

  use(codeId: string, within: Sql): Promise<boolean> {
    const { store, clock } = this.#parts;
    return store.of(within).codes.use(codeId, clock.nowMs());
  }

  /** What is older than any limit looks back goes. */
  forgetting(): JobTerms {
    const { store, clock } = this.#parts;
    return {
      id: 'codes',
      everyMs: hourMs,
      firstAfterMs: minuteMs,
      run: async () => void (await store.codes.deleteOlder(clock.nowMs() - dayMs)),
    };
  }

  #codeHash({ purpose, address }: Pick<CodeAsked, 'purpose' | 'address'>, code: string): string {
    return this.#hash('code', purpose, address.toLowerCase(), code);
  }

  #hash(...words: readonly string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(words)).digest('hex');
  }
}
