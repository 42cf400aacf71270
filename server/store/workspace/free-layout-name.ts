import { maxNameLength } from '../../../core/domain/name.ts';

/** The name itself, or with the first number that makes it free: `Trade`, `Trade 2`, `Trade 3`. */
export function freeLayoutName(wish: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wish)) return wish;
  const stem = wish.replace(/ \d{1,4}$/, '');
  for (let number = 2; ; number++) {
    const ending = ` ${number}`;
    const name = `${stem.slice(0, maxNameLength - ending.length).trimEnd()}${ending}`;
    if (!taken.has(name)) return name;
  }
}
