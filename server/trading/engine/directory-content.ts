import type { InstrumentState } from '../../../core/domain/markets/instrument.ts';
import { UnknownStateVersion } from '../../engine/codec/state-migrations.ts';
import type { AddAccount, AddAsset, AddInstrument, ChangeInstrumentTerms, SetInstrumentTerms } from '../../engine/command.ts';
import type { FeeTier } from '../../engine/money/fees.ts';

export type NamedAsset = Pick<AddAsset, 'code' | 'scale'>;
export type NamedAccount = Pick<AddAccount, 'key' | 'accountType' | 'tradeGroup'>;

/** What an account pays by: its tier of the schedule, and what it is let off in parts per million. */
export interface AccountTier {
  readonly tier: number;
  readonly discountPpm: number;
}

/** What a snapshot holds of the directory. */
export interface DirectoryContent {
  readonly version: number;
  readonly assets: readonly NamedAsset[];
  /** With their terms as they are now. */
  readonly instruments: readonly AddInstrument[];
  readonly accounts: readonly NamedAccount[];
  readonly states: readonly InstrumentState[];
  readonly feeTiers: readonly FeeTier[];
  /** By instrument: steps of the grid that orders are held to. */
  readonly steps: readonly GridSteps[];
  /** What the exchange's own terms say, by instrument, and its own schedule: an operator may have set others. */
  readonly ownTerms: readonly OwnTerms[];
  readonly ownTiers: readonly FeeTier[];
  /** By account. */
  readonly accountTiers: readonly AccountTier[];
  /** By account, then by instrument. */
  readonly open: readonly (readonly (readonly number[] | null)[])[];
}

/** Terms that may change while orders are open. */
export type OwnTerms = Omit<SetInstrumentTerms, 'type' | 'instrument'>;

export const termsOf = (terms: OwnTerms): OwnTerms => {
  const { minLots, maxLots, minNotional, bandPpm, makerFeePpm, takerFeePpm, maxResting, maxWaiting } = terms;
  return { minLots, maxLots, minNotional, bandPpm, makerFeePpm, takerFeePpm, maxResting, maxWaiting };
};

/** Orders are at multiples of so many ticks, and of so many lots: what the market counts in never changes. */
export type GridSteps = Pick<ChangeInstrumentTerms, 'tickStep' | 'lotStep'>;

export const finestSteps: GridSteps = { tickStep: 1, lotStep: 1 };

type Content = Readonly<Record<string, unknown>>;

/** Each makes the next version of the one before; the last one makes the present. */
const migrations: readonly { readonly to: number; migrate(content: Content): Content }[] = [
  {
    to: 2,
    migrate: (content) => ({
      ...content,
      feeTiers: [],
      accountTiers: (content.accounts as readonly unknown[]).map(() => ({ tier: 0, discountPpm: 0 })),
    }),
  },
  {
    to: 3,
    migrate: (content) => ({
      ...content,
      ownFees: (content.instruments as readonly AddInstrument[]).map(({ makerFeePpm, takerFeePpm }) => ({ makerFeePpm, takerFeePpm })),
      ownTiers: content.feeTiers,
    }),
  },
  {
    // Until then an operator could change fees alone.
    to: 4,
    migrate: ({ ownFees, ...content }) => {
      const instruments = content.instruments as readonly AddInstrument[];
      const fees = ownFees as readonly Pick<OwnTerms, 'makerFeePpm' | 'takerFeePpm'>[];
      return {
        ...content,
        steps: instruments.map(() => finestSteps),
        ownTerms: instruments.map((terms, index) => termsOf({ ...terms, ...fees[index] })),
      };
    },
  },
];

export const directoryVersion = 4;
const oldestVersion = 1;

/** The content in the present version. Throws {@link UnknownStateVersion} on one that nothing leads from. */
export function migratedContent(content: Content): DirectoryContent {
  const { version } = content;
  if (typeof version !== 'number' || version < oldestVersion || version > directoryVersion) {
    throw new UnknownStateVersion(Number(version), oldestVersion, directoryVersion, 'directory');
  }
  const steps = migrations.filter(({ to }) => to > version);
  return steps.reduce<Content>((before, { to, migrate }) => ({ ...migrate(before), version: to }), content) as unknown as DirectoryContent;
}
