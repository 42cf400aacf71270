/** Whose calls share a bucket: an address's (of IPv6 its /64), a person's with all sessions and API keys, or those of a person's sessions and of each key apart. */
export type RateOwner = 'address' | 'person' | 'credential';

export interface RateClassTerms {
  readonly perMinute: number;
  /** The routes of the class share one bucket, or each has its own. */
  readonly bucket: 'class' | 'route';
  /** Who comes without a session always pays by address. */
  readonly owner: RateOwner;
}

const table = {
  /** Looking at what is there. */
  read: { perMinute: 1_200, bucket: 'class', owner: 'person' },
  /** Small changes of settings and the like. */
  change: { perMinute: 1_200, bucket: 'class', owner: 'person' },
  /** What writes or works much at once, such as a whole layout or the start of a strategy, or leaves an audit entry for good, such as a transfer; a page saves at most once a second. */
  save: { perMinute: 120, bucket: 'route', owner: 'person' },
  /** Pages of a replay and states of instances: asked for one after the other. */
  follow: { perMinute: 600, bucket: 'route', owner: 'person' },
  /** Sums over what an account has done: some work for the database, and asked for again and again while somebody trades. */
  sum: { perMinute: 60, bucket: 'route', owner: 'person' },
  /** Whole histories, packages, accounts, keys: rare, and each is much work. */
  heavy: { perMinute: 20, bucket: 'route', owner: 'person' },
  /** Orders and their changes. Half of what the embedded database writes down: an exchange that is far ahead of it takes orders of nobody. */
  order: { perMinute: 60_000, bucket: 'class', owner: 'person' },
  /** The panic button: taking back orders. Nothing else spends it, and no script that runs wild under a key takes it from its owner. */
  cancel: { perMinute: 600_000, bucket: 'route', owner: 'credential' },
  /** The panic button: ending what runs by itself, and who may go on. */
  stop: { perMinute: 1_200, bucket: 'route', owner: 'credential' },
  /** Guests too: a session buys no second chance. */
  'sign-in': { perMinute: 20, bucket: 'route', owner: 'address' },
  /** What guests send in, each after a proof of work. */
  form: { perMinute: 6, bucket: 'route', owner: 'address' },
  captcha: { perMinute: 60, bucket: 'route', owner: 'address' },
} as const satisfies Readonly<Record<string, RateClassTerms>>;

export type RateClass = keyof typeof table;

/** How often a caller may call: each route names its class. */
export const rateClasses: Readonly<Record<RateClass, RateClassTerms>> = table;
