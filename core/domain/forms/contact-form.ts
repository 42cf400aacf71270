import type { FormRules } from './form-rules.ts';

/** What somebody who writes to the house is interested in. */
export const contactInterests = ['the product', 'asset management', 'market maker', 'partnership relations'] as const;
export const contactBusinesses = [
  'hedge fund',
  'venture fund',
  'institutional wealth manager',
  'financial intermediary',
  'proprietary trader',
  'financial infrastructure provider',
  'high-net-worth individual',
  'other',
] as const;
/** In US dollars. */
export const contactAssetRanges = ['<1M', '1M-10M', '10M-100M', '100M-500M', '500M-1B', '>1B'] as const;

/** Fields of the contact form in their order; all but the position are needed. */
export const contactRules = {
  firstName: { kind: 'text', most: 80, required: true },
  lastName: { kind: 'text', most: 80, required: true },
  email: { kind: 'email', most: 254, required: true },
  telegram: { kind: 'text', most: 64, required: true },
  company: { kind: 'text', most: 120, required: true },
  position: { kind: 'text', most: 120, required: false },
  interest: { kind: 'choice', options: contactInterests, required: true },
  business: { kind: 'choice', options: contactBusinesses, required: true },
  assetRange: { kind: 'choice', options: contactAssetRanges, required: true },
  country: { kind: 'text', most: 80, required: true },
} as const satisfies FormRules;
