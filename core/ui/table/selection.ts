/** Rows that are chosen for an action, by key. */
export interface TableSelection {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
}

export function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Adds every row from the one that was chosen last to this one, in the order they are shown. */
export function withRange(keys: ReadonlySet<string>, order: readonly string[], anchor: string | null, to: string): ReadonlySet<string> {
  const from = anchor === null ? -1 : order.indexOf(anchor);
  const end = order.indexOf(to);
  if (from < 0 || end < 0) return new Set([...keys, to]);
  return new Set([...keys, ...order.slice(Math.min(from, end), Math.max(from, end) + 1)]);
}

/** `mixed` when some rows are chosen and others are not. */
export function selectionState(keys: ReadonlySet<string>, order: readonly string[]): 'none' | 'mixed' | 'all' {
  const chosen = order.filter((key) => keys.has(key)).length;
  if (chosen === 0) return 'none';
  return chosen === order.length ? 'all' : 'mixed';
}
