import type { Command, OrderTerms } from '../../server/engine/command.ts';
import { accountsUsed, type OperationStream, operationKinds } from './operations.ts';

/**
 * Engine commands of {@link makeOperations}: the first `resting` fill the book, then about 45 % adds, 28 % cancels, 12 %
 * amends and 15 % crossing orders. Every order has a client order id of its own. Same seed, same stream.
 * They come in batches made on demand, as a gateway would: millions of them at once would measure the memory, not the engine.
 */
export function* commandBatches(stream: OperationStream, from: number, to: number, batchSize = 2_000): IterableIterator<Command[]> {
  for (let start = from; start < to; start += batchSize) {
    yield Array.from({ length: Math.min(batchSize, to - start) }, (_, i) => commandOf(stream, start + i));
  }
}

function commandOf(stream: OperationStream, i: number): Command {
  const orderId = stream.orderId[i] as number;
  const account = stream.account[i] as number;
  switch (stream.kind[i]) {
    case operationKinds.cancel:
      return { type: 'CANCEL', account, orderId };
    case operationKinds.amend:
      return { type: 'AMEND', account, orderId, price: stream.price[i] as number, qty: stream.qty[i] as number, trigger: 0 };
    default:
      return { type: 'PLACE', terms: termsOf(stream, i, orderId, account) };
  }
}

function termsOf(stream: OperationStream, i: number, orderId: number, account: number): OrderTerms {
  return {
    instrument: 0,
    account,
    side: stream.isBuy[i] === 1 ? 'BUY' : 'SELL',
    orderType: 'LIMIT',
    timeInForce: stream.kind[i] === operationKinds.cross ? 'IOC' : 'GTC',
    positionSide: 'BOTH',
    stp: 'EXPIRE_TAKER',
    price: stream.price[i] as number,
    qty: stream.qty[i] as number,
    quoteAmount: 0n,
    trigger: 0,
    watchedPrice: 'LAST',
    reduceOnly: false,
    closePosition: false,
    // Up to 12 characters are joined into one flat text, as it comes off a socket; longer ones into a chain of parts.
    clientOrderId: `web-${orderId}`,
  };
}

/** Opens the venue that the stream trades on: BTC at scale 8 and USDT at scale 6; tick 0.01, lot 0.0001; usual fees; far more money than the stream can lose. */
export function openingCommands(): Command[] {
  const commands: Command[] = [
    { type: 'ADD_ASSET', asset: 0, code: 'BTC', scale: 8 },
    { type: 'ADD_ASSET', asset: 1, code: 'USDT', scale: 6 },
    {
      type: 'ADD_INSTRUMENT',
      instrument: 0,
      symbol: 'BTCUSDT',
      accountType: 'spot',
      contractKind: 'spot',
      base: 0,
      quote: 1,
      basePerLot: 10_000n,
      quotePerTickLot: 1n,
      minLots: 1,
      maxLots: 1_000_000,
      minNotional: 0n,
      bandPpm: 200_000,
      makerFeePpm: 200,
      takerFeePpm: 500,
      maxResting: 1_000_000,
      maxWaiting: 1_000_000,
    },
  ];
  for (let account = 0; account < accountsUsed; account++) {
    commands.push({ type: 'ADD_ACCOUNT', account, key: `bench-${account}`, accountType: 'spot', tradeGroup: 0, desk: false });
    for (const asset of [0, 1]) {
      commands.push({ type: 'TRANSFER', from: -1, to: account, asset, amount: 10n ** 15n, reference: `bench-${account}-${asset}` });
    }
  }
  return commands;
}
