/**
 * `node --import tsx bench/beside.ts FOLDER BENCH [rounds]`: a bench of this tree beside the same of another tree of the project, in
 * turns on one machine. A figure counts with its best of all rounds, for neighbours only ever take away, and its ratio is above one
 * where this tree is faster or smaller. Figures that only one of the trees has are named without a ratio.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readCommandLine, refuseCall } from '../scripts/kit/command-line.mjs';
import { root } from '../scripts/kit/prepare.mjs';
import { serverFlags } from '../scripts/kit/server-flags.mjs';
import type { Figure } from './figure.ts';

const usage = `node --import tsx bench/beside.ts FOLDER BENCH [rounds]

FOLDER is another working tree of the project with its packages installed, BENCH the name of a bench that both have; 3 rounds.`;

/** Units of which less is better; of all others, counts for a time, more is. */
const costUnits: readonly string[] = ['ms', 's', 'µs', 'CPU µs', 'MB', 'MiB', 'KiB', '%'];

/** Best value of each figure, by name. */
type Bests = Map<string, Figure>;

const isBetter = (figure: Figure, than: Figure): boolean =>
  costUnits.includes(figure.unit) ? figure.value < than.value : figure.value > than.value;

const measure = async (tree: string, bench: string, bests: Bests): Promise<void> => {
  const args = [...serverFlags(availableParallelism()), '--import', 'tsx', join(tree, 'bench', `${bench}.ts`)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: tree, maxBuffer: 1 << 24 });
  for (const line of stdout.split('\n').filter((text) => text.startsWith('{"name"'))) {
    const figure = JSON.parse(line) as Figure;
    const best = bests.get(figure.name);
    if (best === undefined || isBetter(figure, best)) bests.set(figure.name, figure);
  }
};

const ratio = (here: Figure, there: Figure): string => {
  const quotient = costUnits.includes(here.unit) ? there.value / here.value : here.value / there.value;
  return Number.isFinite(quotient) ? quotient.toFixed(2) : '-';
};

const { positionals } = readCommandLine(usage, { allowPositionals: true });
const [folder = '', bench = '', rounds = '3'] = positionals;
const other = resolve(folder);
for (const tree of [root, other]) {
  if (!existsSync(join(tree, 'bench', `${bench}.ts`))) refuseCall(`There is no bench "${bench}" in ${tree}`, usage);
}
if (!(Number.isInteger(Number(rounds)) && Number(rounds) > 0)) refuseCall(`rounds: "${rounds}" is no whole number above 0`, usage);

const here: Bests = new Map();
const there: Bests = new Map();
for (let round = 0; round < Number(rounds); round += 1) {
  await measure(other, bench, there);
  await measure(root, bench, here);
}
for (const name of new Set([...here.keys(), ...there.keys()])) {
  const mine = here.get(name);
  const others = there.get(name);
  const figure = { name, here: mine?.value ?? null, there: others?.value ?? null, unit: (mine ?? others)?.unit };
  console.log(JSON.stringify({ ...figure, ratio: mine && others ? ratio(mine, others) : null }));
}
