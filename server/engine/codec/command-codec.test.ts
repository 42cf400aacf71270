import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import pinnedWords from '../../../tests/golden/words.json' with { type: 'json' };
import type { Command, OrderTerms } from '../command.ts';
import { ClientIds } from '../orders/client-ids.ts';
import { ByteWriter } from './byte-writer.ts';
import { blankTerms } from './command-code.gen.ts';
import { decodeCommand, encodeCommand, writeCommand } from './command-codec.ts';
import { commandFields, commandTypes, type Field, orderFields, wordLists } from './command-fields.ts';
import { currentEdition } from './edition.ts';
import { Fingerprint } from './fingerprint.ts';
import { LentRecord } from './lent-record.ts';

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

/** Values of a field, made of its declaration: a new field or command is tested as soon as it is declared. */
const valuesOf = (field: Field): fc.Arbitrary<unknown> => {
  switch (field.kind) {
    case 'number':
      return anyNumber;
    case 'amount':
      return amount;
    case 'text':
      return text;
    case 'flag':
      return fc.boolean();
    case 'word':
      return fc.constantFrom(...field.words);
    case 'order':
      return terms;
  }
};

const recordOf = (fields: Readonly<Record<string, Field>>): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valuesOf(field)]));

/** Indices of instruments and accounts fit any table. */
const terms = fc.record({ ...recordOf(orderFields), instrument: fc.nat(), account: fc.nat() }) as unknown as fc.Arbitrary<OrderTerms>;

const commands: fc.Arbitrary<Command> = fc.oneof(
  ...commandTypes.map(
    (type) => fc.record({ type: fc.constant(type), ...recordOf(commandFields[type]) }) as unknown as fc.Arbitrary<Command>,
  ),
);

const place = (more: Partial<OrderTerms> = {}): Command & { readonly type: 'PLACE' } => ({
  type: 'PLACE',
  terms: { ...blankTerms(), ...more },
});

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

  it('reads the bytes that journals of earlier editions hold, in which words of an order shared bits', () => {
    const order: OrderTerms = {
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
      ['02fa7b68e5cf8b01057d1003f82c01f970110100fa00f2052a010000f8ffff0a7765622d31', { type: 'PLACE', terms: order }],
      [
        '02fa7b68e5cf8b0104fb000000000000f0bf0701fc02000010632d5ec76b050000000000000005585b3e6b',
        { type: 'TRANSFER', from: -1, to: 7, asset: 1, amount: 10n ** 20n, reference: '存款' },
      ],
      ['02fa7b68e5cf8b0109f82c01f900000080', { type: 'CANCEL', account: 300, orderId: 2 ** 31 }],
    ];
    for (const [hex, command] of written) {
      for (const edition of [2, 3, 4, 5, 6]) {
        const bytes = Buffer.from(hex.replace('02', `0${edition}`), 'hex');
        expect(decodeCommand(bytes)).toEqual({ edition, timeMs: 1_700_000_000_123, command });
      }
    }
  });

  it('gives every word of an order a byte of its own, beyond which it says nothing', () => {
    const before = encodeCommand(5, place());
    for (const [name, field] of Object.entries(orderFields)) {
      if (field.kind !== 'word') continue;
      for (const word of field.words) {
        const after = encodeCommand(5, place({ [name]: word }));
        const changed = [...after.keys()].filter((at) => after[at] !== before[at]);
        expect(changed.length, `${name} ${word}`).toBe(word === field.words[0] ? 0 : 1);
        for (const at of changed) {
          expect(() => decodeCommand(after.with(at, field.words.length))).toThrow(`no word number ${field.words.length}`);
        }
      }
    }
  });

  it('has room for every word, and keeps the byte that each one has in journals', () => {
    const lists: Record<string, readonly string[]> = { commandTypes, ...wordLists };
    expect(Object.keys(pinnedWords).sort()).toEqual(Object.keys(lists).sort());
    for (const [name, pinned] of Object.entries<readonly string[]>(pinnedWords)) {
      expect(lists[name]?.slice(0, pinned.length), name).toEqual(pinned);
      expect(lists[name]?.length, name).toBeLessThan(256);
    }
  });

  it('tells orders that differ in any field apart by their fingerprint', () => {
    const fingerprint = new Fingerprint(new ClientIds());
    const known = fingerprint.of(place());
    for (const [name, field] of Object.entries(orderFields)) {
      const values = field.kind === 'word' ? field.words.slice(1) : [{ number: 7, amount: 7n, text: 'x', flag: true }[field.kind]];
      const prints = values.map((value) => fingerprint.of(place({ [name]: value })));
      expect(new Set([known, ...prints]).size, name).toBe(values.length + 1);
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
    for (const edition of [1, currentEdition + 1]) {
      expect(() => decodeCommand(Uint8Array.of(edition, ...bytes.subarray(1)))).toThrow(`edition ${edition}`);
    }
  });

  it('refuses a word outside the domain', () => {
    const command = { type: 'SET_INSTRUMENT_STATE', instrument: 0, state: 'OPEN' } as unknown as Command;
    expect(() => encodeCommand(0, command)).toThrow(/OPEN is not one of/);
  });
});
