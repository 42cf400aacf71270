import { pathToFileURL } from 'node:url';

/** One measured number. `baseline` is what it is compared with, measured in the same run; `ratio` is value over baseline. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  baseline: number | null;
  ratio: number | null;
}

/** A figure with numbers rounded to what is worth reading. */
export const figure = (name: string, value: number, unit: string, baseline: number | null = null): Figure => ({
  name,
  value: rounded(value),
  unit,
  baseline: baseline === null ? null : rounded(baseline),
  ratio: baseline === null || baseline === 0 ? null : rounded(value / baseline),
});

const rounded = (value: number): number => Number(value.toPrecision(4));

/** Prints the figures when the module is the program itself: `node --import tsx bench/browser.ts heap`; words after it name parts. */
export async function printWhenMain(moduleUrl: string, run: (parts?: readonly string[]) => Promise<Figure[]>): Promise<void> {
  if (process.argv[1] === undefined || moduleUrl !== pathToFileURL(process.argv[1]).href) return;
  const parts = process.argv.slice(2);
  for (const one of await (parts.length === 0 ? run() : run(parts))) console.log(JSON.stringify(one));
  process.exit(0);
}
