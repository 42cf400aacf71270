import type { OrderEvent, StrategyAction } from '../../../../core/contract/strategy.ts';
import { type ExposureSources, InstanceExposure } from '../account/instance-exposure.ts';
import { brokenLimit, type LimitDenial, type WantedOrder } from '../account/trading-limits.ts';
import type { Actor } from '../actor.ts';
import type { DriverParts } from '../driver-parts.ts';
import type { Effect } from '../effect.ts';
import type { EndedTags } from './ended-tags.ts';
import { namedIntent, ordersOf, tagsOf } from './order-legs.ts';
import { amendedOrder, changeOf, type WorkingOrder } from './working-orders.ts';

type PlaceAction = Extract<StrategyAction, { type: 'place' }>;
type ChangeAction = Extract<StrategyAction, { type: 'amend' | 'cancel' }>;

interface ActorOrdersParts {
  /** The instance's orders and books, which limits are measured against. */
  readonly exposed: ExposureSources;
  readonly endedTags: EndedTags;
  readonly limits: DriverParts['limits'];
  readonly onDenied: NonNullable<DriverParts['onDenied']>;
  readonly nextId: () => string;
  /** Is to be done in the world. */
  readonly perform: (effect: Effect) => void;
  readonly tell: (actor: Actor, event: OrderEvent) => void;
}

/** What an instance's actors ask of their orders: within the limits it becomes an effect, and who asked is told of what does not. */
export class ActorOrders {
  readonly #parts: ActorOrdersParts;

  constructor(parts: ActorOrdersParts) {
    this.#parts = parts;
  }

  /** The tags are free. */
  place(actor: Actor, { tag, intent }: PlaceAction, nowMs: number): void {
    const { exposed, endedTags, nextId, perform, tell } = this.#parts;
    const denial = this.#denial(intent, nowMs);
    if (denial !== null) {
      if (actor.id === '') for (const name of tagsOf(tag, intent)) endedTags.add(name);
      tell(actor, { type: 'denied', tag, ...denial });
      return;
    }
    const named = namedIntent(intent, nextId());
    exposed.account.ordered(nowMs);
    for (const order of ordersOf(named, actor.id, tag)) exposed.orders.add(order);
    perform({ type: 'place', intent: named });
  }

  change(actor: Actor, action: ChangeAction, nowMs: number): void {
    const order = this.#parts.exposed.orders.tagged(actor.id, action.tag);
    if (order === null) {
      this.#refuse(actor, action);
      return;
    }
    const { apiId, instrumentId, clientOrderId } = order;
    if (action.type === 'cancel') this.#parts.perform({ type: 'cancel', apiId, instrumentId, clientOrderId });
    else this.#amend(actor, order, action, nowMs);
  }

  /** Nothing has the tag any more, or nothing had it ever; executors ask only for what they have placed. */
  #refuse(actor: Actor, { type, tag }: ChangeAction): void {
    const { endedTags, tell, onDenied } = this.#parts;
    const code = actor.id !== '' || endedTags.has(tag) ? 'ORDER_ENDED' : 'ORDER_TAG_UNKNOWN';
    tell(actor, { type: 'refused', tag, action: type, code, params: { tag } });
    if (code === 'ORDER_TAG_UNKNOWN') onDenied({ tag, action: type, code, params: { tag } });
  }

  #amend(actor: Actor, order: WorkingOrder, action: Extract<StrategyAction, { type: 'amend' }>, nowMs: number): void {
    const { exposed, perform, tell, onDenied } = this.#parts;
    const change = changeOf(action);
    const denial = this.#denial(amendedOrder(order, change), nowMs);
    if (denial !== null) {
      tell(actor, { type: 'refused', tag: action.tag, action: 'amend', ...denial });
      onDenied({ tag: action.tag, action: 'amend', ...denial });
      return;
    }
    const { apiId, instrumentId, clientOrderId } = order;
    exposed.account.ordered(nowMs);
    exposed.orders.amend(order, change.qty);
    perform({ type: 'amend', apiId, instrumentId, clientOrderId, ...change });
  }

  /** The limit that forbids an order, or what an amendment would make of one. */
  #denial(wanted: WantedOrder, nowMs: number): LimitDenial | null {
    return brokenLimit(this.#parts.limits(), wanted, new InstanceExposure(wanted, this.#parts.exposed, nowMs));
  }
}
