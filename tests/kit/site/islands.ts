import type { IslandContext } from '../../../core/contract/site.ts';

const unexpected = (name: string) => (): never => {
  throw new Error(`the island calls ${name}, of which the test says nothing`);
};

/** What an island gets from its page, of which a test says what it needs. */
export const islandOf = (parts: Partial<IslandContext>): IslandContext => ({
  language: 'en',
  get: unexpected('get'),
  post: unexpected('post'),
  solve: unexpected('solve'),
  every: unexpected('every'),
  ...parts,
});
