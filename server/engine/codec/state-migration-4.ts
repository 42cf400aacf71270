import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { StateCopy } from './state-copy.ts';

/** Format 3 to 4: an instrument gets an index price, which nobody has told yet. */
export function indexPriceState(from: ByteReader, to: ByteWriter): void {
  const copy = new StateCopy(from, to);
  copy.values('nnnnnn');
  copy.list(() => copy.values('bntn'));
  copy.list(() => copy.values('nn'));
  const accounts = copy.list(() => copy.values('bntbnbnn'));
  const instruments = copy.list(() => {
    copy.values('bntbbnnaannannnnn');
    copy.values('bn');
    to.number(0);
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
  copy.values('nnn');
  copy.values('bbbbb');
  copy.values('nnan');
  copy.values('bbb');
  const clientOrderId = copy.values('t');
  copy.values('bbbb');
  copy.values('nnnnnnn');
  copy.values('a');
  if (clientOrderId !== '') copy.values('n');
}
