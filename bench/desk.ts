import { accessDecision } from './desk/access.ts';
import { listOfAccounts } from './desk/accounts.ts';
import { copying } from './desk/copying.ts';
import { orderLatency } from './desk/latency.ts';
import { paintedAccounts } from './desk/painted.ts';
import { searchOfPeople } from './desk/people.ts';
import { setChange } from './desk/plugin-sets.ts';
import { type Figure, printWhenMain } from './figure.ts';

const all: Readonly<Record<string, () => Promise<Figure[]>>> = {
  people: searchOfPeople,
  accounts: listOfAccounts,
  painted: paintedAccounts,
  access: accessDecision,
  copying,
  latency: orderLatency,
  sets: setChange,
};

/** What the people of a firm wait for; words name parts. */
export async function run(parts: readonly string[] = Object.keys(all)): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const part of parts) figures.push(...((await all[part]?.()) ?? []));
  return figures;
}

await printWhenMain(import.meta.url, run);
