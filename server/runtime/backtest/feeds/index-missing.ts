/** A run asks for the index of a pair and was not given the other exchanges that it is made of: it is begun anew with them. */
export class IndexMissing extends Error {
  constructor(pair: string) {
    super(`no index of ${pair} is played`);
    this.name = 'IndexMissing';
  }
}
