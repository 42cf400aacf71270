import type { BarredExposure } from '../../core/contract/risk.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { ExchangeId } from '../../schemas/common.ts';
import type { measures } from '../../schemas/wire/risk.ts';
import { StrategyKey } from '../../schemas/wire/strategy.ts';
import { absolute, type ExposureKind, type ExposureSum } from './exposure.ts';

export type RiskMeasure = (typeof measures)[number];

/** How much may stand in one of them, in USDT; null: as much as likes. */
export interface RiskLimit {
  readonly kind: ExposureKind;
  readonly key: string;
  readonly net: string | null;
  readonly gross: string | null;
  /** What would enlarge the exposure is refused while it is passed; false: people of risk are told alone. */
  readonly refuses: boolean;
}

const keyForms: Readonly<Record<ExposureKind, RegExp>> = {
  account: /^[1-9][0-9]{0,9}$/,
  exchange: new RegExp(ExchangeId.pattern ?? ''),
  asset: /^[A-Z0-9]{1,20}$/,
  strategy: new RegExp(StrategyKey.pattern ?? ''),
};
/** False: nothing of the kind goes by such a key, and a limit over it would hold nothing. Whether there is one now is not asked. */
export const isKeyOf = (kind: ExposureKind, key: string): boolean => keyForms[kind].test(key);

/** A limit that is passed. */
export interface LimitBreach {
  readonly kind: ExposureKind;
  readonly key: string;
  readonly measure: RiskMeasure;
  readonly limit: string;
  /** Without its sign. */
  readonly value: string;
  /** As of {@link BarredExposure}. */
  readonly shorts: BarredExposure['shorts'];
  readonly refuses: boolean;
}

/** Net counts without its sign: a short beyond the limit passes it too. */
export function breachesOf(
  { kind, key, net, gross, shorts }: Pick<ExposureSum, 'kind' | 'key' | 'net' | 'gross' | 'shorts'>,
  limit: RiskLimit,
): readonly LimitBreach[] {
  const judged = [
    { measure: 'net', limit: limit.net, value: absolute(net), shorts: net.startsWith('-') ? 'all' : [] },
    { measure: 'gross', limit: limit.gross, value: gross, shorts },
  ] as const;
  return judged.flatMap(({ measure, limit: most, value, shorts: of }) =>
    most !== null && compareDecimals(value, most) > 0
      ? [{ kind, key, measure, limit: most, value, shorts: of, refuses: limit.refuses }]
      : [],
  );
}

/** What has no exposure passes no limit. */
export function allBreaches(exposures: readonly ExposureSum[], limits: readonly RiskLimit[]): readonly LimitBreach[] {
  const byId = new Map(exposures.map((one) => [idOf(one), one]));
  return limits.flatMap((limit) => {
    const exposure = byId.get(idOf(limit));
    return exposure === undefined ? [] : breachesOf(exposure, limit);
  });
}

export const idOf = ({ kind, key }: { readonly kind: ExposureKind; readonly key: string }): string => `${kind} ${key}`;
