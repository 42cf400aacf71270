import { type InstrumentId, parseInstrumentId } from './instrument.ts';

/** Markets that a value names at any depth, such as params of a strategy: each once, in their order. */
export function instrumentsIn(value: unknown): readonly InstrumentId[] {
  const found = new Set<InstrumentId>();
  const look = (part: unknown): void => {
    if (typeof part === 'string' && parseInstrumentId(part) !== null) found.add(part);
    if (typeof part === 'object' && part !== null) Object.values(part).forEach(look);
  };
  look(value);
  return [...found];
}
