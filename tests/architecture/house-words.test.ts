import { expect, it } from 'vitest';
import { houseWords } from '../../core/contract/house-words.ts';
import { isTest, readSource, sourceFiles } from './reading/source-files.ts';

/** The client maps the words of the wire at its door (`core/client/wire`); behind it nobody speaks of `order_id` or `trigger_price`. */

const client = /^(core\/(client|ui)|app|plugins)\//;
const door = /^core\/client\/wire\//;
/** Halves of plugins that run at the server and speak with its wire and store. */
const server = /^plugins\/[^/]+\/(server(\/.+)?|[\w-]+-(calls|table))\.ts$/;

/** Why a file has such words all the same: [the record](../../docs/decisions/words-of-the-house.md). */
const reasons: Readonly<Record<string, readonly RegExp[]>> = {
  'what the user’s config has been saved with': [/^core\/client\/layouts\/dashboard-config\.ts$/],
  'fields that an error of the server names': [/^core\/client\/settings\/texts-store\.ts$/],
  'fields of entries, as the audit log has them for good': [/^plugins\/page-audit\/entry-changes\.ts$/],
  'columns that panels saved before': [/^plugins\/panel-strategy-instances\/table-config\.ts$/],
};

const words = new RegExp(
  `\\b(${Object.keys(houseWords)
    .filter((word) => word.includes('_'))
    .join('|')})\\b`,
);
const speaks = (source: string): boolean => words.test(source);

it('no file of the client behind its door has a word of the wire for what the house names itself', () => {
  const allowed = Object.values(reasons).flat();
  const files = sourceFiles().filter(
    (file) => client.test(file) && !isTest(file) && ![door, server, ...allowed].some((room) => room.test(file)),
  );
  expect(files.filter((file) => speaks(readSource(file)))).toEqual([]);
});

it('every exception still needs to be one', () => {
  for (const file of Object.values(reasons).flat())
    expect(
      sourceFiles().some((one) => file.test(one) && speaks(readSource(one))),
      String(file),
    ).toBe(true);
});
