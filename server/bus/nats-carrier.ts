import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { BusCarrier, CarrierEvents } from './bus.ts';

interface NatsCarrierParts {
  /** `nats://host:4222`, several separated by commas. */
  readonly url: string;
  /** Servers of one database share one. */
  readonly subject: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly logger: Logger;
}

const againAfterMs = 1_000;

/** Core NATS, which keeps nothing: what is said while a line is down is lost, and the carrier says so once it is up again. */
export function natsCarrier({ url, subject, clock, logger }: NatsCarrierParts, events: CarrierEvents): BusCarrier {
  let connection: NatsConnection | null = null;
  let isClosed = false;
  let stopWaiting: () => unknown = () => undefined;
  const open = async (): Promise<void> => {
    const line = await connect({ servers: url.split(','), maxReconnectAttempts: -1, reconnectTimeWait: againAfterMs, name: 'tessera' });
    if (isClosed) return line.close();
    connection = line;
    line.subscribe(subject, { callback: (error, message) => (error === null ? events.text(message.string()) : undefined) });
    events.gap();
    for await (const { type } of line.status()) {
      if (type === 'disconnect') logger.warn({ subject }, 'the line to NATS broke; what other servers change is seen later');
      if (type === 'reconnect') events.gap();
    }
    if (isClosed) return;
    // The client gave up of its own accord, as it does where it is refused twice in the same way.
    connection = null;
    throw (await line.closed()) ?? new Error('the line to NATS was given up');
  };
  const keepOpen = (): void => {
    open().catch((error: unknown) => {
      if (isClosed) return;
      logger.warn({ err: error }, 'NATS does not answer; what other servers change is seen later');
      stopWaiting = clock.after(againAfterMs, keepOpen);
    });
  };
  keepOpen();
  return {
    send: (text) => {
      // What is said to a line that is down would come late, when it is up again: those who missed it have asked the database by then.
      if (connection?.isClosed() === false) connection.publish(subject, text);
    },
    close: async () => {
      isClosed = true;
      stopWaiting();
      await connection?.close();
    },
  };
}
