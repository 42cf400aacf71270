import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import type { Command } from '../../engine/command.ts';
import { EngineDirectory } from '../engine/engine-directory.ts';
import { assets, btcusdt, exchange } from '../trading-fixture.ts';
import { VenueInstruments } from './venue-instruments.ts';

function learn(directory: EngineDirectory, commands: readonly Command[]): void {
  for (const command of commands) {
    if (command.type === 'ADD_INSTRUMENT') directory.addInstrument(command);
    else if (command.type === 'SET_INSTRUMENT_TERMS') directory.setTerms(command);
    else if (command.type === 'CHANGE_INSTRUMENT_TERMS') directory.changeTerms(command);
    else if (command.type === 'CHANGE_INSTRUMENT_FEES') directory.changeFees(command);
    else if (command.type === 'SET_OWN_TERMS') directory.setOwnTerms(command);
    else throw new Error(command.type);
  }
}

/** An exchange of one market of which an operator has changed limits, band, step and fees. */
function operated(): EngineDirectory {
  const directory = new EngineDirectory();
  directory.assets.push(...assets);
  learn(directory, [new VenueInstruments(exchange, assets, [btcusdt]).registration(btcusdt, directory)]);
  const { minLots, maxLots, minNotional, maxResting, maxWaiting } = directory.instruments[0] as (typeof directory.instruments)[number];
  learn(directory, [
    {
      ...({ type: 'CHANGE_INSTRUMENT_TERMS', instrument: 0, tickStep: 10, lotStep: 1, minLots, maxLots, minNotional } as const),
      ...{ bandPpm: 300_000, maxResting, maxWaiting },
    },
    { type: 'CHANGE_INSTRUMENT_FEES', instrument: 0, makerFeePpm: 100, takerFeePpm: 200 },
  ]);
  return directory;
}

/** A start of the exchange that is killed after so many commands. */
function start(directory: EngineDirectory, definition: Instrument, most = Number.MAX_SAFE_INTEGER): readonly Command[] {
  const commands = new VenueInstruments(exchange, assets, [definition]).changes(0, directory).slice(0, most);
  learn(directory, commands);
  return commands;
}

describe('an exchange that comes with other terms than it had', () => {
  it.each([
    ['a smallest notional', { minNotional: '12' }],
    ['sizes', { maxQty: '80.00003' }],
    ['fees', { makerFee: '0.0003', takerFee: '0.0004' }],
    ['all of them', { minNotional: '12', maxQty: '80.00003', priceBand: '0.1', makerFee: '0.0003' }],
  ])('keeps what an operator has changed beside %s, wherever its start is killed', (_, change) => {
    const definition: Instrument = { ...btcusdt, ...change };
    const whole = operated();
    const commands = start(whole, definition);
    expect(start(whole, definition)).toEqual([]);
    for (let killed = 0; killed < commands.length; killed++) {
      const directory = operated();
      start(directory, definition, killed);
      start(directory, definition);
      expect(directory.toJson()).toBe(whole.toJson());
    }
  });

  it('says its terms by one command while an operator has changed nothing', () => {
    const directory = new EngineDirectory();
    directory.assets.push(...assets);
    learn(directory, [new VenueInstruments(exchange, assets, [btcusdt]).registration(btcusdt, directory)]);
    expect(start(directory, { ...btcusdt, minNotional: '12' }).map(({ type }) => type)).toEqual(['SET_INSTRUMENT_TERMS']);
  });
});
