import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { StateCopy } from './state-copy.ts';

/** Format 2 to 3: the words of an order get a byte each, and accounts a fee tier: the first, without a discount, of a schedule without tiers. */
export function wordsInBytesState(from: ByteReader, to: ByteWriter): void {
  const copy = new StateCopy(from, to);
  copy.values('nnnnnn');
  copy.list(() => copy.values('bntn'));
  to.number(0);
  const accounts = copy.list(() => {
    copy.values('bntbnb');
    to.number(0);
    to.number(0);
  });
  const instruments = copy.list(() => {
    copy.values('bntbbnnaannannnnn');
    copy.values('bn');
  });
  copy.list(() => copy.values('nnaa'));
  copy.list(() => copyOrder(copy));
  copy.list(() => copy.values('nnnan'));
  for (let side = 0; side < instruments * 2; side++) copy.list(() => copy.values('n'));
  for (let account = 0; account < accounts; account++) {
    copy.values('b');
    copy.list(() => copy.values('nnnn'));
  }
  copy.list(() => copy.values('tt'));
}

function copyOrder(copy: StateCopy): void {
  const { from, to } = copy;
  copy.values('n');
  const first = from.byte();
  const second = from.byte();
  copy.values('nn');
  for (const word of [first & 1, (first >> 1) & 7, (first >> 4) & 3, second & 3, (second >> 2) & 7]) to.byte(word);
  copy.values('nnan');
  for (const word of [second >> 5, (first >> 6) & 1, first >> 7]) to.byte(word);
  const clientOrderId = copy.values('t');
  copy.values('bbbb');
  copy.values('nnnnnnn');
  copy.values('a');
  if (clientOrderId !== '') copy.values('n');
}
