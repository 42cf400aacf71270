import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order, OrderIntent } from '../../core/contract/trading.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { RoleBook } from '../../core/domain/accounts/role-book.ts';
import { plugin } from '../../plugins/venue-house/server.ts';
import { openTradingRoom, type TradingRoom } from '../../server/trading/open-trading-room.ts';
import { exchange, MemoryStore, silent, steppingClock, trader } from '../../server/trading/trading-fixture.ts';

const instrumentId = 'tessera/BTCUSDT/spot';
const number = /^[\d.]+$/;
const types = ['MARKET', 'STOP_MARKET', 'TAKE_PROFIT_MARKET', 'STOP_LOSS', 'TAKE_PROFIT', 'TRIGGER_LIMIT', 'TRIGGER_MARKET'];
const times = ['GTC', 'IOC', 'FOK', 'GTX'];

/** Plays an `example` block of the trading rules; gives its lines as the house answers them: the same text, where the block is right. */
export async function playExample(block: string): Promise<readonly string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-rules-'));
  const told = new Map<string, Order>();
  const room = await openTradingRoom({
    roles: new RoleBook(),
    store: new MemoryStore().store,
    clock: steppingClock(),
    logger: silent,
    dataDir,
    publisher: { publish: (_apiId, news) => void (news.type === 'order' && told.set(news.order.orderId, news.order)) },
    guard: { guard: () => null },
  });
  try {
    const house = plugin.venues?.[exchange] as {
      open: (services: unknown, opening: unknown, optional: unknown) => Promise<readonly Venue[]>;
    };
    const services = { matching: room.matching, clock: steppingClock() };
    await room.venues.open({ open: (_services, opening) => house.open(services, opening, { past: null }) }, {});
    const example = new RuleExample(room, told);
    const answers: string[] = [];
    for (const line of block.split('\n')) answers.push(await example.line(line));
    return answers;
  } finally {
    await room.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

class RuleExample {
  readonly #room: TradingRoom;
  /** Last state of every order as its owner was told of it. */
  readonly #told: ReadonlyMap<string, Order>;
  readonly #accounts = new Map<string, number>();
  readonly #labels = new Map<string, Order>();
  #strangers = 0;

  constructor(room: TradingRoom, told: ReadonlyMap<string, Order>) {
    this.#room = room;
    this.#told = told;
  }

  /** The sentence as it comes true. Throws on one that it does not know. */
  async line(text: string): Promise<string> {
    const [said = '', expected = ''] = text.split(' → ');
    const words = said.split(' ');
    const [subject = '', verb = '', object = ''] = words;
    switch (subject === 'book' ? 'book' : verb) {
      case 'sells':
      case 'buys':
        return `${said} → ${await this.#place(subject, verb === 'buys' ? 'BUY' : 'SELL', words.slice(2), expected)}`;
      case 'cancels':
        return `${said} → ${await this.#cancel(subject, object, expected)}`;
      case 'changes':
        return `${said} → ${await this.#change(subject, words, expected)}`;
      case 'trades':
        await this.#tradeAt(words[3] ?? '');
        return text;
      case 'book':
        return `book is ${this.#book()}`.trimEnd();
      case 'has':
        return `${subject} has ${await this.#balance(subject, words[3] ?? '')}`;
      case 'is':
        return `${subject} is ${this.#state(this.#order(subject), text)}`;
      default:
        throw new Error(`no sentence of an example: ${text}`);
    }
  }

  async #place(name: string, side: OrderIntent['side'], words: readonly string[], expected: string): Promise<string> {
    const apiId = await this.#account(name);
    const { label, ...terms } = readTerms(words);
    const intent: OrderIntent = { apiId, instrumentId, side, type: 'LIMIT', ...terms };
    const outcome = await this.#room.trading.submit(trader(name), intent);
    if (!outcome.ok) return `refused ${outcome.error.code}`;
    const [first, ...legs] = outcome.value as readonly [Order, ...Order[]];
    const earlier = [...this.#labels].find(([, order]) => order.orderId === first.orderId);
    if (earlier !== undefined) return `repeats ${earlier[0]}`;
    if (label !== undefined) this.#labels.set(label, first);
    const pair = intent.triggerKind === 'OCO' ? [first, ...legs] : legs;
    for (const [index, leg] of pair.entries()) this.#labels.set(`${name}.${index === 0 ? 'profit' : 'stop'}`, leg);
    return inWords(first, expected);
  }

  async #cancel(name: string, label: string, expected: string): Promise<string> {
    const { apiId, orderId } = this.#order(label);
    const outcome = await this.#room.trading.cancel(trader(name), { apiId, instrumentId, orderId });
    return outcome.ok ? inWords(outcome.value, expected) : `refused ${outcome.error.code}`;
  }

  async #change(name: string, words: readonly string[], expected: string): Promise<string> {
    const { apiId, orderId } = this.#order(words[2]);
    const field = words[4] === 'quantity' ? 'qty' : 'price';
    const outcome = await this.#room.trading.amend(trader(name), { apiId, instrumentId, orderId, [field]: words[5] });
    return outcome.ok ? inWords(outcome.value, expected) : `refused ${outcome.error.code}`;
  }

  /** Two strangers trade one coin, which gives the market its last price. */
  async #tradeAt(price: string): Promise<void> {
    for (const side of ['SELL', 'BUY'] as const) {
      const name = `stranger-${++this.#strangers}`;
      const apiId = await this.#account(name);
      await this.#room.trading.submit(trader(name), { apiId, instrumentId, side, type: 'LIMIT', qty: '1', price });
    }
  }

  #state(order: Order, expected: string): string {
    const latest = this.#told.get(order.orderId);
    if (latest === undefined) throw new Error('its owner was not told of the order');
    return inWords(latest, expected);
  }

  #book(): string {
    const depth = this.#room.venues.venue(exchange)?.depth(instrumentId, 20);
    const side = (levels: readonly (readonly [string, string])[] = []): string =>
      levels.map(([price, qty]) => `${price} x ${qty}`).join(', ');
    return `${side(depth?.asks)} | ${side(depth?.bids)}`.trim();
  }

  async #balance(name: string, asset: string): Promise<string> {
    const balances = this.#room.trading.balances([await this.#account(name)]);
    const { total = '0', held = '0' } = balances.find((one) => `${one.asset},` === asset) ?? {};
    return `${total} ${asset} ${held} held`;
  }

  async #account(name: string): Promise<number> {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const { apiId } = await this.#room.accounts.ensureAccount(name, exchange);
    this.#accounts.set(name, apiId);
    for (const [asset, amount] of Object.entries({ BTC: '1000', USDT: '1000000' })) {
      await this.#room.accounts.deposit(spotAccount(apiId), asset, amount, `start-${apiId}-${asset}`);
    }
    return apiId;
  }

  #order(label = ''): Order {
    const order = this.#labels.get(label);
    if (order === undefined) throw new Error(`the example names no order “${label}”`);
    return order;
  }
}

/** An order in as many words as the example uses. */
function inWords({ status, filledQty, preventedQty }: Order, expected: string): string {
  const filled = expected.includes('filled') ? `, filled ${filledQty}` : '';
  return `${status}${filled}${expected.includes('prevented') ? `, prevented ${preventedQty}` : ''}`;
}

/** `2 at 100 IOC prevent DECREMENT trigger 99 id x as label`, `150 USDT MARKET`, `2 OCO profit 110 stop 95`. */
function readTerms(words: readonly string[]): Partial<OrderIntent> & { readonly label?: string } {
  const after = (word: string): string | undefined => (words.includes(word) ? words[words.indexOf(word) + 1] : undefined);
  const [size = ''] = words;
  if (!number.test(size)) throw new Error(`no size: ${words.join(' ')}`);
  const type = words.find((word) => types.includes(word)) as OrderIntent['type'] | undefined;
  const isBracket = words.includes('bracket');
  const isPair = isBracket || words.includes('OCO');
  return {
    ...(words[1] === 'USDT' ? { quoteAmount: size } : { qty: size }),
    ...given('type', type),
    ...given('price', after('at')),
    ...given('triggerPrice', after('trigger')),
    ...given('timeInForce', words.find((word) => times.includes(word)) as OrderIntent['timeInForce']),
    ...given('stp', after('prevent') as OrderIntent['stp']),
    ...given('clientOrderId', after('id')),
    ...given('label', after('as')),
    ...(isPair && {
      triggerKind: isBracket ? ('CONDITIONAL_OCO' as const) : ('OCO' as const),
      takeProfit: { type: 'LIMIT' as const, ...given('price', after('profit')) },
      stopLoss: { type: 'STOP_MARKET' as const, ...given('triggerPrice', after('stop')) },
    }),
  };
}

const given = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
