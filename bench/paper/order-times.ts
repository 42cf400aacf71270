import { accountOfMarket } from '../../core/domain/accounts/account-key.ts';
import { SimulatedVenue } from '../../server/runtime/simulation/simulated-venue.ts';
import { StrategyThread } from '../../server/runtime/worker/strategy-thread.ts';

/**
 * From a book to what an instance does about it: the time begins with the first book that the instance had not heard of when it decided,
 * so that one which lags behind and skips books is measured by the oldest of them.
 */
export class OrderTimes {
  /** Of one market: when its books went out. */
  readonly #booksMs = new Map<string, number[]>();
  /** `instance market` → how many of the market's books it has heard or skipped. */
  readonly #heard = new Map<string, number>();
  /** By client order id: the book that a place or a cancel under way answers. */
  readonly #places = new Map<string, number>();
  readonly #cancels = new Map<string, number>();
  #latenciesMs: number[] = [];
  #books = 0;
  #hearings = 0;

  constructor() {
    this.#watchSteps();
    this.#watchExchanges();
  }

  /** A market's book goes out. */
  bookOut(instrumentId: string): void {
    this.#books += 1;
    const known = this.#booksMs.get(instrumentId);
    if (known === undefined) this.#booksMs.set(instrumentId, [performance.now()]);
    else known.push(performance.now());
  }

  /** Everything since the call before. */
  take(): { readonly latenciesMs: readonly number[]; readonly books: number; readonly hearings: number } {
    const taken = { latenciesMs: this.#latenciesMs, books: this.#books, hearings: this.#hearings };
    this.#latenciesMs = [];
    this.#books = 0;
    this.#hearings = 0;
    return taken;
  }

  #watchSteps(): void {
    const { step } = StrategyThread.prototype;
    const { hear, places, cancels } = { hear: this.#hear.bind(this), places: this.#places, cancels: this.#cancels };
    StrategyThread.prototype.step = async function (order) {
      const bookMs = hear(order.instanceId, order.inputs);
      const result = await step.call(this, order);
      if (bookMs === null) return result;
      for (const effect of result.effects) {
        if (effect.type === 'place') places.set(effect.intent.clientOrderId, bookMs);
        if (effect.type === 'cancel') cancels.set(effect.clientOrderId, bookMs);
      }
      return result;
    };
  }

  /** When the first book of these inputs went out that the instance had not heard of; null without a book. */
  #hear(instanceId: string, inputs: Parameters<StrategyThread['step']>[0]['inputs']): number | null {
    for (const input of inputs) {
      if (input.type !== 'market' || input.event.type !== 'book') continue;
      const { instrumentId } = input.event.book;
      const times = this.#booksMs.get(instrumentId) ?? [];
      const key = `${instanceId} ${instrumentId}`;
      const first = this.#heard.get(key);
      this.#heard.set(key, times.length);
      this.#hearings += 1;
      return first === undefined ? null : (times[first] ?? null);
    }
    return null;
  }

  /** Every order and cancel that reaches a simulated exchange. */
  #watchExchanges(): void {
    const { submit, cancel } = SimulatedVenue.prototype;
    const [places, cancels] = [this.#places, this.#cancels];
    const note = (bookMs: number | undefined): void => {
      if (bookMs !== undefined) this.#latenciesMs.push(performance.now() - bookMs);
    };
    SimulatedVenue.prototype.submit = function (intent) {
      note(places.get(intent.clientOrderId ?? ''));
      places.delete(intent.clientOrderId ?? '');
      return submit.call(this, intent);
    };
    SimulatedVenue.prototype.cancel = function (target) {
      const order = this.openOrders(accountOfMarket(target.apiId, target.instrumentId)).find(({ orderId }) => orderId === target.orderId);
      note(cancels.get(order?.clientOrderId ?? ''));
      cancels.delete(order?.clientOrderId ?? '');
      return cancel.call(this, target);
    };
  }
}
