/** Whom the guide is for, and what they read in which order: `chapters/<language>/<reader>/<chapter>.md`. */
export const outline = {
  trader: [
    ...(['first-steps', 'workspace', 'markets', 'chart', 'orders', 'open-orders', 'accounts', 'my-account'] as const),
    ...(['alerts', 'small-screens', 'terms'] as const),
  ],
  quant: ['running', 'backtests', 'writing', 'packages', 'api'],
  admin: ['users', 'finance', 'risk', 'audit', 'plugins', 'packages', 'operations', 'recovery'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Reader = keyof typeof outline;
export const readers = Object.keys(outline) as readonly Reader[];

/** `trader/orders`, in the order of reading. */
export const chapterIds: readonly string[] = readers.flatMap((reader) => outline[reader].map((chapter) => `${reader}/${chapter}`));
