import * as averages from '../../core/domain/indicators/averages.ts';
import * as bands from '../../core/domain/indicators/bands.ts';
import { indicators, initialParams } from '../../core/domain/indicators/catalogue.ts';
import type { Indicator } from '../../core/domain/indicators/indicator.ts';
import * as momentum from '../../core/domain/indicators/momentum.ts';
import * as trend from '../../core/domain/indicators/trend.ts';
import * as volume from '../../core/domain/indicators/volume.ts';
import { type ContractFile, table } from './contract-table.ts';

const files: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { averages, bands, trend, momentum, volume };
const bar = { timestamp: 0, open: 1, high: 1, low: 1, close: 1, volume: 1 };

/** A row for each indicator: where it is imported from, its parameters and the keys of its values. */
export function indicatorTable(file: (path: string) => ContractFile): string {
  const rows = Object.entries(files).flatMap(([name, exported]) => {
    const source = file(`core/domain/indicators/${name}.ts`);
    return Object.entries(exported).flatMap(([key, value]) => {
      const indicator = indicators.find((one) => one === value);
      return indicator === undefined
        ? []
        : [[`\`${key}\``, `\`${name}.ts\``, paramsOf(indicator), valuesOf(indicator), source.meaningOf(key)]];
    });
  });
  if (rows.length !== indicators.length) throw new Error('an indicator of the catalogue is exported by none of its files');
  return table(['indicator', 'file', 'params', 'values', 'meaning'], rows);
}

const paramsOf = ({ params }: Indicator): string => params.map(({ name, initial }) => `\`${name}\` ${initial}`).join(', ');

const valuesOf = (indicator: Indicator): string =>
  Object.keys(indicator.step(indicator.start, bar, initialParams(indicator)).values)
    .map((key) => `\`${key}\``)
    .join(', ');
