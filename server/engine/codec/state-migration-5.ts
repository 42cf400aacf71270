import { contractKinds } from '../../../core/domain/markets/instrument.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { StateCopy } from './state-copy.ts';

const linear = contractKinds.indexOf('linear');

/** Format 4 to 5: a contract knows through when its funding is paid: as if it had been listed as the snapshot was taken. */
export function fundedState(from: ByteReader, to: ByteWriter): void {
  const copy = new StateCopy(from, to);
  const timeMs = copy.values('nn') as number;
  copy.values('nnnn');
  copy.list(() => copy.values('bntn'));
  copy.list(() => copy.values('nn'));
  const accounts = copy.list(() => copy.values('bntbnbnn'));
  const instruments = copy.list(() => {
    copy.values('bntb');
    const kind = from.byte();
    to.byte(kind);
    copy.values('nnaannannnnn');
    copy.values('bnn');
    if (kind !== linear) return;
    copy.values('n');
    to.number(timeMs);
    copy.list(() => copy.values('nnan'));
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
