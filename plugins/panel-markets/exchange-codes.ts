/**
 * A short name for each of these exchanges, to be read where the whole one has no room: the first two letters; where those are the same,
 * the initials of its words; a number where those are the same too. No two exchanges share one.
 */
export function exchangeCodes(titles: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  const taken = new Set<string>();
  const firstOf = (title: string): string => title.slice(0, 2);
  const isShared = (code: string): boolean => [...titles.values()].filter((title) => firstOf(title) === code).length > 1;
  for (const [exchange, title] of titles) {
    const first = firstOf(title);
    const wished = isShared(first) ? initialsOf(title) : first;
    let code = wished;
    for (let n = 2; taken.has(code); n += 1) code = `${wished}${n}`;
    taken.add(code);
    codes.set(exchange, code);
  }
  return codes;
}

const initialsOf = (title: string): string =>
  title
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
