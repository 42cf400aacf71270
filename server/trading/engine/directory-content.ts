import type { InstrumentState } from '../../../core/domain/markets/instrument.ts';
import { UnknownStateVersion } from '../../engine/codec/state-migrations.ts';
import type { AddAccount, AddAsset, AddInstrument } from '../../engine/command.ts';
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
  /** What the exchange's own terms charge, by instrument, and its own schedule: an operator may have set others. */
  readonly ownFees: readonly OwnFees[];
  readonly ownTiers: readonly FeeTier[];
  /** By account. */
  readonly accountTiers: readonly AccountTier[];
  /** By account, then by instrument. */
  readonly open: readonly (readonly (readonly number[] | null)[])[];
}

export type OwnFees = Pick<AddInstrument, 'makerFeePpm' | 'takerFeePpm'>;

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
];

export const directoryVersion = 3;
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
