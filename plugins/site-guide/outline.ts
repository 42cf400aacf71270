/** Whom the guide is for, and what they read in which order: `chapters/<language>/<reader>/<chapter>.md`. */
export const outline = {
  trader: ['first-steps', 'workspace', 'markets', 'chart', 'orders', 'open-orders', 'accounts', 'alerts', 'small-screens'],
  quant: [],
  admin: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Reader = keyof typeof outline;
export const readers = (Object.keys(outline) as readonly Reader[]).filter((reader) => outline[reader].length > 0);

/** `trader/orders`, in the order of reading. */
export const chapterIds: readonly string[] = readers.flatMap((reader) => outline[reader].map((chapter) => `${reader}/${chapter}`));
