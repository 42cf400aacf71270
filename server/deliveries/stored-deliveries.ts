import { accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Deliveries, Delivery, DeliveryFilter, NewDelivery, Outbox } from '../../core/contract/deliveries.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { LetterChannel } from '../../core/domain/delivery.ts';
import { isLanguage, type Language } from '../../core/domain/language.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import { authorProblem } from '../session/people.ts';
import type { Repositories, Store } from '../store/store.ts';

interface StoredDeliveriesParts {
  readonly store: Pick<Store, 'of' | 'transaction' | 'deliveries' | 'users' | 'userConfig'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly keys: Pick<KeyRing, 'seal' | 'unseal'>;
  readonly newId: () => string;
  /** What a reader reads who has chosen this language, or none. */
  readonly readIn: (chosen: Language | null) => Language;
  readonly channels: Readonly<Record<LetterChannel, boolean>>;
}

/** Letters in the database. The body is sealed, and bound to its address: what is moved to another does not open. */
export class StoredDeliveries implements Deliveries, Outbox {
  readonly #parts: StoredDeliveriesParts;

  constructor(parts: StoredDeliveriesParts) {
    this.#parts = parts;
  }

  get channels(): Readonly<Record<LetterChannel, boolean>> {
    return this.#parts.channels;
  }

  send(delivery: NewDelivery, within?: Sql): Promise<boolean> {
    const { store } = this.#parts;
    return this.sendIn(within === undefined ? store : store.of(within), delivery);
  }

  /** In a transaction of the house, under an id by which whoever sends finds the letter again. */
  async sendIn(
    repositories: Pick<Repositories, 'deliveries' | 'users' | 'userConfig'>,
    delivery: NewDelivery,
    deliveryId: string = this.#parts.newId(),
  ): Promise<boolean> {
    const reader = await this.#readerOf(repositories, delivery.to);
    if (reader === null) return false;
    const { kind, words, lifeMs } = delivery;
    const { subject, body } = words(reader.language);
    const createdMs = this.#parts.clock.nowMs();
    await repositories.deliveries.add({
      ...{ deliveryId, userId: reader.userId, address: reader.address, kind, subject },
      channel: reader.address.includes('@') ? 'mail' : 'sms',
      sealedBody: this.seal(reader.address, body),
      ...{ createdMs, expiresMs: createdMs + lifeMs },
    });
    return true;
  }

  async #readerOf({ users, userConfig }: Pick<Repositories, 'users' | 'userConfig'>, to: NewDelivery['to']): Promise<Reader | null> {
    if ('address' in to) return { userId: null, address: to.address, language: this.#parts.readIn(to.language) };
    const user = await users.get(to.userId);
    const address = user?.email ?? user?.phone ?? null;
    if (address === null) return null;
    return { userId: to.userId, address, language: await this.languageOf({ userConfig }, to.userId) };
  }

  /** What the user reads: what he has chosen where it is offered, else what the platform says. */
  async languageOf({ userConfig }: Pick<Repositories, 'userConfig'>, userId: string | null): Promise<Language> {
    return this.#parts.readIn(userId === null ? null : languageIn(await userConfig.get(userId)));
  }

  async find(
    filter: DeliveryFilter,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly next: number | null }> {
    const { items, next } = await this.#parts.store.deliveries.page(filter, page);
    return { deliveries: items, next };
  }

  get(deliveryId: string): Promise<Delivery | null> {
    return this.#parts.store.deliveries.get(deliveryId);
  }

  async body(deliveryId: string): Promise<string | null> {
    const kept = await this.#parts.store.deliveries.sealedBody(deliveryId);
    return kept === null ? null : this.open(kept.address, kept.sealedBody);
  }

  /** For its address alone. */
  seal(address: string, text: string): string {
    return this.#parts.keys.seal(placeOf(address), text);
  }

  /** Null: it was sealed under another master key. */
  open(address: string, sealedBody: string): string | null {
    return this.#parts.keys.unseal(placeOf(address), sealedBody);
  }

  async retry(deliveryId: string, note: ChangeNote): Promise<Outcome<Delivery>> {
    const { store, clock } = this.#parts;
    const timeMs = clock.nowMs();
    return store.transaction(async (repositories): Promise<Outcome<Delivery>> => {
      const barred = await authorProblem(repositories, note, await repositories.users.hold(''));
      if (barred !== null) return denied(barred);
      const before = await repositories.deliveries.get(deliveryId);
      if (before === null) return refused('DELIVERY_UNKNOWN');
      if (!(await repositories.deliveries.retry(deliveryId, timeMs))) return refused('DELIVERY_OVER');
      const actor = note.by === 'system' ? note.by : note.by.userId;
      await repositories.audit.append({
        ...{ timeMs, actor, action: 'delivery.retried', subject: `delivery/${deliveryId}`, reason: note.reason },
        ...{ before: { state: before.state, error: before.error }, after: { state: 'WAITING' } },
      });
      const after = await repositories.deliveries.get(deliveryId);
      return after === null ? refused('DELIVERY_UNKNOWN') : accepted(after);
    });
  }
}

interface Reader {
  readonly userId: string | null;
  readonly address: string;
  readonly language: Language;
}

const placeOf = (address: string): string => `delivery/${address}`;

/** What the user's settings say of his language; null: nothing. */
function languageIn(configJson: string | null): Language | null {
  try {
    const { language } = JSON.parse(configJson ?? '{}') as { readonly language?: unknown };
    return isLanguage(language) ? language : null;
  } catch {
    return null;
  }
}
