import type { CarrierEvents, OpenCarrier } from './bus.ts';

/** Carries between the buses of one process; a server with the embedded database has no others. */
export function processCarrier(): OpenCarrier {
  const all = new Set<CarrierEvents>();
  return (events) => {
    all.add(events);
    return {
      send: (text) => {
        for (const one of [...all]) queueMicrotask(() => one.text(text));
      },
      close: async () => void all.delete(events),
    };
  };
}
