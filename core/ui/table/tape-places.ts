/**
 * Which element each row of a tape has. A new row is an element of its own, as in any table, until more rows come at once than stay: then all are
 * written into the elements that are there, from the top. Making and removing them is the dearest part of a fast tape.
 */
export class TapePlaces {
  #places = new Map<string, number>();
  #next = 0;

  /** Places of the rows in sight, by their keys from the top. `isPointed`: no row may become another one under a pointer that presses it. */
  of(keys: readonly string[], isPointed: boolean): readonly number[] {
    const staying = keys.filter((key) => this.#places.has(key)).length;
    const inOrder = [...this.#places.values()];
    const places = keys.map((key, at) => (isPointed || staying * 2 >= keys.length ? this.#places.get(key) : inOrder[at]) ?? this.#next++);
    this.#places = new Map(keys.map((key, at) => [key, places[at] as number]));
    return places;
  }
}
