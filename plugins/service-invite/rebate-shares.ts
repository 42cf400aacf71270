import type { BroughtPerson } from '../../core/contract/invitations.ts';
import type { FeesPaid } from '../../core/contract/traded.ts';
import { compareDecimals, fromUnits, pow10, toUnits } from '../../core/domain/numbers/decimal.ts';

/** In per cent of fees, with two decimals at most: for whom somebody invited, and for whom these did. */
export interface RebateRates {
  readonly first: string;
  readonly second: string;
}

/** What an inviter gets of what one person paid on a day of one asset. */
export interface RebateShare {
  readonly exchange: string;
  readonly inviterId: string;
  readonly payerId: string;
  /** 1: he came by the inviter's code; 2: by that of somebody who did. */
  readonly depth: 1 | 2;
  readonly asset: string;
  readonly fees: string;
  readonly rate: string;
  /** Rounded down to what the asset is counted in. */
  readonly amount: string;
}

interface SharingParts {
  readonly people: ReadonlyMap<string, BroughtPerson>;
  readonly scaleOf: (exchange: string, asset: string) => number | null;
}

const feeScale = 20;
/** Rates are per cent with two decimals. */
const rateScale = 2;

/** What follows from the fees of a day. Nobody gets anything of his own fees, of those of staff and of whoever is suspended, or while he is suspended himself. */
export function rebateShares(paid: readonly FeesPaid[], rates: RebateRates, { people, scaleOf }: SharingParts): readonly RebateShare[] {
  const isPaid = (id: string | null | undefined): id is string => id != null && people.get(id)?.isActive === true;
  return paid.flatMap(({ exchange, userId: payerId, asset, fees }): RebateShare[] => {
    const payer = people.get(payerId);
    const scale = scaleOf(exchange, asset);
    if (payer === undefined || !payer.isActive || payer.isStaff || scale === null || compareDecimals(fees, '0') <= 0) return [];
    const first = payer.invitedBy;
    const second = first === null ? null : (people.get(first)?.invitedBy ?? null);
    const shares: RebateShare[] = [];
    const add = (depth: 1 | 2, inviterId: string | null, rate: string): void => {
      if (!isPaid(inviterId) || inviterId === payerId || (depth === 2 && inviterId === first)) return;
      const amount = shareOf(fees, rate, scale);
      if (amount !== '0') shares.push({ exchange, inviterId, payerId, depth, asset, fees, rate, amount });
    };
    add(1, first, rates.first);
    add(2, second, rates.second);
    return shares;
  });
}

/** Rounded down. */
export function shareOf(fees: string, rate: string, scale: number): string {
  const [units, hundredths] = [toUnits(fees, feeScale), toUnits(rate, rateScale)];
  if (units === null || hundredths === null || units <= 0n) return '0';
  return fromUnits((units * hundredths) / pow10(feeScale - scale + rateScale + 2), scale);
}
