import type { AccountType } from '../markets/instrument.ts';

/** What an api account may be used for at its exchange. */
export const accountPermissions = ['spot', 'futures'] as const;
export type AccountPermission = (typeof accountPermissions)[number];

/** What trading in an account of the type needs. */
export const permissionFor: Readonly<Record<AccountType, AccountPermission>> = {
  spot: 'spot',
  margin: 'spot',
  isolated_margin: 'spot',
  ashare: 'spot',
  usdm: 'futures',
  coinm: 'futures',
  option: 'futures',
};
