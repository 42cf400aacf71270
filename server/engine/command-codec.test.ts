import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountTypes, contractKinds, instrumentStates } from '../../core/domain/instrument.ts';
import { orderSides, orderTypes, positionSides, selfTradePreventions, timesInForce, watchedPrices } from '../../core/domain/order.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Command, OrderTerms } from './command.ts';
import { decodeCommand, encodeCommand, LentRecord, writeCommand } from './command-codec.ts';
import { currentEdition } from './edition.ts';

const anyNumber = fc.oneof(
  fc.nat(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constantFrom(0, -0, -1, 247, 248, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 48),
);
const amount = fc.oneof(fc.constant(0n), fc.bigInt(), fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }));
const text = fc.string({
  unit: fc.oneof(
    fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)),
    fc.constantFrom('a', '1', '-'),
  ),
});

const terms = fc.record({
  instrument: fc.nat(),
  account: fc.nat(),
  side: fc.constantFrom(...orderSides),
  orderType: fc.constantFrom(...orderTypes),
  timeInForce: fc.constantFrom(...timesInForce),
  positionSide: fc.constantFrom(...positionSides),
  stp: fc.constantFrom(...selfTradePreventions),
  price: anyNumber,
  qty: anyNumber,
  quoteAmount: amount,
  trigger: anyNumber,
  watchedPrice: fc.constantFrom(...watchedPrices),
  reduceOnly: fc.boolean(),
  closePosition: fc.boolean(),
  clientOrderId: text,
});

const type = <T extends string>(word: T) => fc.constant(word);
const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ type: type('PLACE'), terms }),
  fc.record({ type: type('PLACE_OCO'), takeProfit: terms, stopLoss: terms }),
  fc.record({ type: type('PLACE_BRACKET'), entry: terms, takeProfit: terms, stopLoss: terms }),
  fc.record({ type: type('AMEND'), account: anyNumber, orderId: anyNumber, price: anyNumber, qty: anyNumber, trigger: anyNumber }),
  fc.record({ type: type('CANCEL'), account: anyNumber, orderId: anyNumber }),
  fc.record({ type: type('CANCEL_ALL'), account: anyNumber, instrument: anyNumber }),
  fc.record({ type: type('ADD_ASSET'), asset: anyNumber, code: text, scale: anyNumber }),
  fc.record({
    type: type('ADD_ACCOUNT'),
    account: anyNumber,
    key: text,
    accountType: fc.constantFrom(...accountTypes),
    tradeGroup: anyNumber,
    desk: fc.boolean(),
  }),
  fc.record({ type: type('SET_INSTRUMENT_STATE'), instrument: anyNumber, state: fc.constantFrom(...instrumentStates) }),
  fc.record({ type: type('TRANSFER'), from: anyNumber, to: anyNumber, asset: anyNumber, amount, reference: text }),
  fc.record({
    type: type('ADD_INSTRUMENT'),
    instrument: anyNumber,
    symbol: text,
    accountType: fc.constantFrom(...accountTypes),
    contractKind: fc.constantFrom(...contractKinds),
    base: anyNumber,
    quote: anyNumber,
    basePerLot: amount,
    quotePerTickLot: amount,
    minLots: anyNumber,
    maxLots: anyNumber,
    minNotional: amount,
    bandPpm: anyNumber,
    makerFeePpm: anyNumber,
    takerFeePpm: anyNumber,
    maxResting: anyNumber,
    maxWaiting: anyNumber,
  }),
);

describe('command codec', () => {
  it('gives every command back exactly', () => {
    fc.assert(
      fc.property(fc.nat({ max: 4e12 }), commands, (timeMs, command) => {
        expect(decodeCommand(encodeCommand(timeMs, command))).toEqual({ edition: currentEdition, timeMs, command });
      }),
      { numRuns: 2_000 },
    );
  });

  it('writes into a shared writer the same bytes as on its own', () => {
    fc.assert(
      fc.property(fc.array(commands), (list) => {
        const writer = new ByteWriter(1);
        const starts = list.map((command, index) => {
          const start = writer.offset;
          writeCommand(writer, index, command);
          return start;
        });
        list.forEach((command, index) => {
          const bytes = writer.view().subarray(starts[index], starts[index + 1] ?? writer.offset);
          expect(Buffer.from(bytes)).toEqual(Buffer.from(encodeCommand(index, command)));
        });
      }),
    );
  });

  it('keeps a usual cancel within 16 bytes', () => {
    expect(encodeCommand(1_760_000_000_000, { type: 'CANCEL', account: 12, orderId: 70_000 }).length).toBeLessThanOrEqual(16);
  });

  it('reads the bytes that journals of earlier editions hold, and writes the same ones but for the edition', () => {
    const place: OrderTerms = {
      instrument: 3,
      account: 300,
      side: 'SELL',
      orderType: 'TRIGGER_LIMIT',
      timeInForce: 'GTX',
      positionSide: 'BOTH',
      stp: 'DECREMENT',
      price: 70_000,
      qty: 5_000_000_000,
      quoteAmount: 0n,
      trigger: 65_535,
      watchedPrice: 'LAST',
      reduceOnly: true,
      closePosition: false,
      clientOrderId: 'web-1',
    };
    const written: [string, Command][] = [
      ['02fa7b68e5cf8b01057d1003f82c01f970110100fa00f2052a010000f8ffff0a7765622d31', { type: 'PLACE', terms: place }],
      [
        '02fa7b68e5cf8b0104fb000000000000f0bf0701fc02000010632d5ec76b050000000000000005585b3e6b',
        { type: 'TRANSFER', from: -1, to: 7, asset: 1, amount: 10n ** 20n, reference: '存款' },
      ],
      ['02fa7b68e5cf8b0109f82c01f900000080', { type: 'CANCEL', account: 300, orderId: 2 ** 31 }],
    ];
    for (const [hex, command] of written) {
      expect(Buffer.from(encodeCommand(1_700_000_000_123, command)).toString('hex')).toBe(hex.replace('02', '06'));
      for (const edition of [2, 3, 4, 5]) {
        const bytes = Buffer.from(hex.replace('02', `0${edition}`), 'hex');
        expect(decodeCommand(bytes)).toEqual({ edition, timeMs: 1_700_000_000_123, command });
      }
    }
  });

  it('reads a record where it lies among others, and nothing beyond it', () => {
    const first = encodeCommand(1, { type: 'CANCEL', account: 1, orderId: 70_000 });
    const second = encodeCommand(2, { type: 'ADD_ASSET', asset: 0, code: 'USDT', scale: 6 });
    const chunk = Uint8Array.of(...first, ...second);
    expect(decodeCommand(chunk, first.length, chunk.length).command).toEqual({ type: 'ADD_ASSET', asset: 0, code: 'USDT', scale: 6 });
    expect(decodeCommand(chunk, 0, first.length).command).toEqual({ type: 'CANCEL', account: 1, orderId: 70_000 });
    expect(() => decodeCommand(chunk, 0, first.length - 1)).toThrow(RangeError);
  });

  it('reads the same command into a lent record, whatever was in it before', () => {
    fc.assert(
      fc.property(fc.array(commands), (list) => {
        const lent = new LentRecord();
        list.forEach((command, timeMs) => {
          const bytes = encodeCommand(timeMs, command);
          expect(decodeCommand(bytes, 0, bytes.length, lent)).toBe(lent);
          expect({ timeMs: lent.timeMs, command: lent.command }).toEqual({ timeMs, command });
        });
      }),
    );
  });

  it('refuses a record that is cut, prolonged or of an unknown edition', () => {
    const bytes = encodeCommand(5, { type: 'ADD_ASSET', asset: 0, code: 'USDT', scale: 6 });
    expect(() => decodeCommand(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
    expect(() => decodeCommand(Uint8Array.of(...bytes, 0))).toThrow(/left over/);
    for (const edition of [1, 9]) {
      expect(() => decodeCommand(Uint8Array.of(edition, ...bytes.subarray(1)))).toThrow(`edition ${edition}`);
    }
  });

  it('refuses a word outside the domain', () => {
    const command = { type: 'SET_INSTRUMENT_STATE', instrument: 0, state: 'OPEN' } as unknown as Command;
    expect(() => encodeCommand(0, command)).toThrow(/OPEN is not one of/);
  });
});
