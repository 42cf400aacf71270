import { orderStatusTable } from '../../core/domain/orders/order-status.ts';
import { isFinal } from '../../core/domain/state-table.ts';
import type { Command } from '../../server/engine/command.ts';
import { createEngine } from '../../server/engine/engine.ts';
import type { EnginePort } from '../../server/engine/engine-port.ts';
import type { EngineOrder, EngineSink } from '../../server/engine/sink.ts';
import { fundedOpening, RandomCommands } from './random-commands.ts';
import { Recorder, type SinkEvent } from './recorder.ts';

/** Runs a random stream; `look` sees every command's events with the engine as it stands after them. */
export function stream(
  seed: number,
  length: number,
  look: (events: SinkEvent[], engine: EnginePort, command: Command) => void,
  sink?: (engine: EnginePort) => EngineSink,
): Command[] {
  const engine = createEngine();
  const recorder = new Recorder();
  const open = new Map<number, EngineOrder>();
  const commands = new RandomCommands(seed, {
    lastPrice: (instrument) => engine.lastPrice(instrument),
    openOrders: () => [...open.values()],
    free(account, asset) {
      const { total, held } = engine.balance(account, asset);
      return total - held;
    },
  });
  const opening = fundedOpening();
  const log: Command[] = [];
  const told = sink === undefined ? recorder : both(recorder, sink(engine));
  for (let sequence = 1; sequence <= length; sequence++) {
    const command = opening[sequence - 1] ?? commands.next();
    log.push(command);
    engine.apply(sequence, sequence, command, told);
    const events = recorder.take();
    for (const event of events) {
      if (event.kind !== 'order') continue;
      if (isFinal(orderStatusTable, event.order.status)) open.delete(event.order.orderId);
      else open.set(event.order.orderId, event.order);
    }
    look(events, engine, command);
  }
  return log;
}

function both(first: EngineSink, second: EngineSink): EngineSink {
  const names = ['orderChanged', 'traded', 'levelChanged', 'posted', 'balanceChanged', 'rejected', 'repeated'] as const;
  const call = (name: (typeof names)[number], ...values: unknown[]) => {
    for (const sink of [first, second]) (sink[name] as (...values: unknown[]) => void)(...values);
  };
  return Object.fromEntries(names.map((name) => [name, (...values: unknown[]) => call(name, ...values)])) as unknown as EngineSink;
}

export const orders = (events: readonly SinkEvent[]): EngineOrder[] =>
  events.flatMap((event) => (event.kind === 'order' ? [event.order] : []));
