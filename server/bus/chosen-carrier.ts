import type { Clock, Logger } from '../../core/contract/server-services.ts';
import { PostgresNotices } from '../store/opening/postgres-notices.ts';
import type { BusCarrier, CarrierEvents, OpenCarrier } from './bus.ts';
import { natsCarrier } from './nats-carrier.ts';
import { processCarrier } from './process-carrier.ts';

interface BusChoice {
  /** NATS, or null. */
  readonly natsUrl: string | null;
  /** The PostgreSQL that the servers share, or null. */
  readonly databaseUrl: string | null;
  readonly clock: Pick<Clock, 'after'>;
  readonly logger: Logger;
}

/** NATS where it is named, else the PostgreSQL that the servers share anyway; with the embedded database there is nobody to tell. */
export function chosenCarrier({ natsUrl, databaseUrl, clock, logger }: BusChoice): OpenCarrier {
  if (databaseUrl === null) return processCarrier();
  if (natsUrl === null) return (events) => noticeCarrier(databaseUrl, clock, logger, events);
  const subject = `tessera.${new URL(databaseUrl).pathname.slice(1).replace(/[^A-Za-z0-9_-]/g, '_')}`;
  return (events) => natsCarrier({ url: natsUrl, subject, clock, logger }, events);
}

function noticeCarrier(databaseUrl: string, clock: Pick<Clock, 'after'>, logger: Logger, events: CarrierEvents): BusCarrier {
  return new PostgresNotices({
    databaseUrl,
    channel: 'tessera_bus',
    after: (ms, task) => clock.after(ms, task),
    onText: (text) => events.text(text),
    onOpen: () => events.gap(),
    onBroken: (error) => logger.warn({ err: error }, 'the line for news of other servers broke; what they change is seen later'),
  });
}
