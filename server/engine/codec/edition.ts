/**
 * The edition of the rules that a command runs under. Its journal record says it, so that a replay does what was done then; every
 * edition that is still read must still be obeyed. Snapshots need none: they hold what came of the rules. An edition binds what
 * became of orders and money, not how much is told of it: a later product may tell of a change that an earlier one passed over. The ninth
 * pays funding: no journal before it has a command that could be read otherwise.
 */
export const currentEdition = 9;
/** Until then nobody looked at the prices of a pair after it was placed, and its entry outlived the leg that executed. */
export const pairsKeptApart = 3;
/**
 * Until then an amount worth less than one lot took own orders off the book, lots that prevention took off a bracket's legs were
 * counted again when it was armed for more, and a book side without room for the take-profit ended the pair.
 */
export const holdingsKept = 4;
/** Until then a market buy by quantity had to be able to pay the edge of the band for all of it, whatever the book asked. */
export const bookWalked = 5;
/** Until then nobody looked at a bracket when its entry ended partly filled: legs that nothing had armed waited for it for ever. */
export const endedEntriesSeen = 6;
/** Until then the words of an order shared bits of two bytes, see `packed-records.ts`; the rules are the same. */
export const wordsInBytes = 7;
/** Until then a trigger could watch the last price alone. */
export const pricesWatched = 8;
export const oldestEdition = 2;
