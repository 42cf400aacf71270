/** A closed set of states with its allowed moves; a move outside the table is a bug and names both states. */
export interface StateTable<S extends string> {
  readonly name: string;
  readonly next: Readonly<Record<S, readonly S[]>>;
}

export class IllegalTransition extends Error {
  constructor(table: string, from: string, to: string) {
    super(`${table}: ${from} cannot become ${to}`);
    this.name = 'IllegalTransition';
  }
}

export const canMove = <S extends string>(table: StateTable<S>, from: S, to: S): boolean => table.next[from].includes(to);

/** Returns `to`, or throws {@link IllegalTransition}. */
export function move<S extends string>(table: StateTable<S>, from: S, to: S): S {
  if (!canMove(table, from, to)) throw new IllegalTransition(table.name, from, to);
  return to;
}

export const isFinal = <S extends string>(table: StateTable<S>, state: S): boolean => table.next[state].length === 0;
