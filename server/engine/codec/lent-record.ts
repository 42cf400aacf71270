import type { Command, PlaceOrder } from '../command.ts';
import { blankTerms, type LentTerms } from './command-code.gen.ts';
import { currentEdition } from './edition.ts';

export interface TimedCommand {
  /** The rules that it ran under. */
  readonly edition: number;
  readonly timeMs: number;
  readonly command: Command;
}

/**
 * A record that is read into the same memory again and again, for a reader that keeps nothing: the command of one reading is another
 * one after the next. A replay without listeners makes next to no garbage by it.
 */
export class LentRecord implements TimedCommand {
  edition = currentEdition;
  timeMs = 0;
  readonly place: PlaceOrder & { readonly terms: LentTerms } = { type: 'PLACE', terms: blankTerms() };
  command: Command = this.place;
}
