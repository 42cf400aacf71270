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
  const exported = Object.entries(files).flatMap(([name, values]) => Object.entries(values).map(([key, value]) => ({ name, key, value })));
  const rows = indicators.map((indicator) => {
    const found = exported.find(({ value }) => value === indicator);
    if (found === undefined) throw new Error(`no file exports the indicator ${indicator.id}`);
    const { name, key } = found;
    const meaning = file(`core/domain/indicators/${name}.ts`).meaningOf(key);
    return [`\`${key}\``, `\`${name}.ts\``, paramsOf(indicator), valuesOf(indicator), meaning];
  });
  return table(['indicator', 'file', 'params', 'values', 'meaning'], rows);
}

const paramsOf = ({ params }: Indicator): string => params.map(({ name, initial }) => `\`${name}\` ${initial}`).join(', ');

const valuesOf = (indicator: Indicator): string =>
  Object.keys(indicator.step(indicator.start, bar, initialParams(indicator)).values)
    .map((key) => `\`${key}\``)
    .join(', ');
