import type { Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { type BusMessage, read, written } from './bus-message.ts';

/** Takes texts from each server to all others, at most once; it says neither whether one arrived nor that one was lost. */
export interface BusCarrier {
  send(text: string): void;
  close(): Promise<void>;
}

/** What a carrier tells of: a text of any server, and that texts may have been lost up to now. */
export interface CarrierEvents {
  text(text: string): void;
  gap(): void;
}

/** Starts to connect; what is sent before that is lost. */
export type OpenCarrier = (events: CarrierEvents) => BusCarrier;

export interface BusListener {
  message(message: BusMessage): void | Promise<void>;
  /** Messages may have been lost: everything that is kept of the database may be old. */
  gap?(): void | Promise<void>;
}

/** News between the servers of one database, at most once. Nothing may depend on it for truth, which is in the database. */
export interface Bus {
  /** Tells all others, after what it tells of has been written. Never throws and never waits. */
  publish(message: BusMessage): void;
  /** Hears what others tell. */
  listen(listener: BusListener): Disposer;
  close(): Promise<void>;
}

/** @param from names this process, which does not hear itself. */
export function openBus(from: string, openCarrier: OpenCarrier, logger: Logger): Bus {
  const listeners = new Set<BusListener>();
  const tell = async (what: (listener: BusListener) => void | Promise<void>): Promise<void> => {
    for (const listener of [...listeners]) {
      try {
        await what(listener);
      } catch (error) {
        logger.warn({ err: error }, 'could not follow the news of another server');
      }
    }
  };
  const carrier = openCarrier({
    text: (text) => {
      const envelope = read(text);
      if (envelope === null) logger.warn({ bytes: text.length }, 'dropped what is no message of the bus');
      else if (envelope.from !== from) void tell((listener) => listener.message(envelope.message));
    },
    gap: () => void tell((listener) => listener.gap?.()),
  });
  return {
    publish: (message) => carrier.send(written(from, message)),
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => carrier.close(),
  };
}
