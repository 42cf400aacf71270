import { join } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { houseRoles, vipLevels } from '../../core/domain/accounts/role.ts';
import { permissionVip } from '../../core/kernel/checks/access.ts';
import * as execution from '../../schemas/execution.ts';
import * as forms from '../../schemas/forms.ts';
import { executors } from '../../server/runtime/executors/index.ts';
import { defaultGuestLimits } from '../../server/runtime/isolated/guest-realm.ts';
import { actionSchemas, StepSchema } from '../../server/runtime/isolated/step-schema.ts';
import { mostPreviewFigures, mostPreviewLines } from '../../server/runtime/worker/preview-lines.ts';
import { defaultThreadLimits } from '../../server/runtime/worker/strategy-thread.ts';
import { mostSuggestions } from '../../server/runtime/worker/suggestions.ts';
import { ContractFile, table } from './contract-table.ts';
import { indicatorTable } from './indicator-table.ts';
import { schemaTable, typeOf } from './schema-table.ts';

/** What can be generated, by the name that the document gives a block. */
type Blocks = Readonly<Record<string, (argument: string) => string>>;

const block = /(<!-- generated: (\w+) ?(\S*) -->\n)[\s\S]*?(<!-- end -->)/g;

/** The document with every generated block made anew. Throws on a block that nothing makes. */
export function withGeneratedBlocks(document: string, root: string): string {
  const blocks = blocksOf(root, document);
  return document.replaceAll(block, (_, head: string, kind: string, argument: string, end: string) => {
    const make = blocks[kind];
    if (make === undefined) throw new Error(`nothing generates a block ${kind}`);
    return `${head}\n${make(argument)}\n\n${end}`;
  });
}

function blocksOf(root: string, document: string): Blocks {
  const file = (path: string): ContractFile => new ContractFile(join(root, path));
  const types = (path: string) => (name: string) => file(path).table(name);
  return {
    strategy: types('core/contract/strategy.ts'),
    preview: types('core/contract/strategy-preview.ts'),
    trading: types('core/contract/trading.ts'),
    market: types('core/contract/market.ts'),
    instrument: types('core/domain/markets/instrument.ts'),
    forms: types('schemas/forms.ts'),
    functions: (path) => file(path).functions(),
    indicators: () => indicatorTable(file),
    homes: () => homeTable(file, document),
    words: (name) => words(name),
    executor: executorTable,
    executors: () =>
      Object.keys(executors)
        .map((kind) => `\`${kind}\``)
        .join(', '),
    fields: () => fieldTable(file('schemas/forms.ts')),
    access: accessTable,
    limits: limitTable,
  };
}

const configs: Readonly<Record<string, TSchema>> = {
  order: execution.PlainOrderConfig,
  twap: execution.TwapConfig,
  vwap: execution.VwapConfig,
  iceberg: execution.SliceConfig,
  pov: execution.PovConfig,
  chase: execution.SliceConfig,
  multiLeg: execution.MultiLegConfig,
  grid: execution.GridConfig,
};

function executorTable(kind: string): string {
  const config = configs[kind];
  if (config === undefined || !(kind in executors)) throw new Error(`there is no executor ${kind}`);
  return schemaTable(config);
}

const named = { title: 'x', group: 'market' } as const;
const size = { minimum: 1, maximum: 10, standard: 1 };
const samples: Readonly<Record<string, TSchema>> = {
  accountField: forms.accountField(named),
  instrumentField: forms.instrumentField(named),
  assetsField: forms.assetsField(named),
  priceField: forms.priceField(named),
  quantityField: forms.quantityField(named),
  rateField: forms.rateField(named),
  countField: forms.countField(named, size),
  secondsField: forms.secondsField(named, size),
  switchField: forms.switchField(named, true),
  choiceField: forms.choiceField(['ONE', 'OTHER'], named, 'ONE'),
};

/** Where the sample says less than the helper. */
const toldOf: Readonly<Record<string, string>> = {
  countField: 'whole number, between limits that you give',
  secondsField: 'whole number, between limits that you give',
  choiceField: 'one of the words that you give',
};

function fieldTable(source: ContractFile): string {
  const made = Object.keys(samples);
  const missing = Object.keys(forms).find((name) => name.endsWith('Field') && !made.includes(name));
  if (missing !== undefined) throw new Error(`the reference has no sample of ${missing}`);
  const rows = Object.entries(samples).map(([name, sample]) => {
    const { 'x-unit': unit = '', 'x-picker': picker = '' } = sample as { 'x-unit'?: string; 'x-picker'?: string };
    return [`\`${source.signature(name)}\``, toldOf[name] ?? typeOf(sample), unit, picker];
  });
  return table(['helper', 'value', 'unit', 'chosen by'], rows);
}

/** Lists of words that forms know. */
function words(name: string): string {
  const list = { groups: forms.fieldGroups, units: forms.fieldUnits, pickers: forms.fieldPickers }[name];
  if (list === undefined) throw new Error(`forms have no list of ${name}`);
  return list.map((word) => `\`${word}\``).join(', ');
}

/** What a strategy and its params may import, in order of looking. */
const homes: readonly string[] = [
  'core/domain/accounts/account-key.ts',
  'core/contract/strategy.ts',
  'core/contract/strategy-preview.ts',
  'core/contract/trading.ts',
  'core/contract/market.ts',
  'core/contract/app-error.ts',
  'core/contract/error-catalogue.ts',
  'core/domain/markets/instrument.ts',
  'core/domain/orders/order.ts',
  'core/domain/orders/order-status.ts',
  'core/domain/orders/execution-status.ts',
  'core/domain/markets/interval.ts',
  'core/domain/calendar/trading-calendar.ts',
  'core/domain/numbers/decimal.ts',
  'core/domain/numbers/steps.ts',
  'core/domain/indicators/bar.ts',
  'core/domain/indicators/indicator.ts',
  'schemas/common.ts',
  'schemas/forms.ts',
];

const homeBlock = /<!-- generated: homes -->[\s\S]*?<!-- end -->/;

/** Types that a text names in its code. */
export const typesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/`[^`\n]+`/g)].flatMap(([code]) => code.match(/\b[A-Z][a-z]\w+\b/g) ?? []));

/** The types that the document names, by the file that they are imported from. */
function homeTable(file: (path: string) => ContractFile, document: string): string {
  const said = typesIn(document.replace(homeBlock, ''));
  const rows = homes.flatMap((path) => {
    const here = file(path).types.filter((name) => said.has(name));
    return here.length === 0 ? [] : [[`\`${path}\``, here.map((name) => `\`${name}\``).join(', ')]];
  });
  return table(['file', 'types'], rows);
}

function accessTable(): string {
  const words = Object.entries(permissionVip).map(([word, vip]) => [`\`${word}\``, String(vip)]);
  return `Roles: ${houseRoles.map((role) => `\`${role}\``).join(', ')}. VIP levels: ${vipLevels.join(', ')}.\n\n${table(['permission', 'VIP level'], words)}`;
}

function limitTable(): string {
  const frame = StepSchema.properties;
  const longestTimerMs = (actionSchemas.setTimer as TSchema).properties.afterMs.maximum as number;
  const text = (value: number): string => value.toLocaleString('en');
  return table(
    ['limit', 'strategy of the build', 'strategy of a package'],
    [
      [
        'time of a step',
        `${text(defaultThreadLimits.stepMs)} ms`,
        `${text(defaultGuestLimits.ticks)} ticks of the interpreter, some 10,000 loops or calls each`,
      ],
      ['memory', `${text(defaultThreadLimits.heapMb)} MB for all instances of a plugin`, `${text(defaultGuestLimits.memoryMb)} MB each`],
      ['start of the code', `${text(defaultThreadLimits.startMs)} ms`, `${text(defaultThreadLimits.startMs)} ms`],
      ['answer of a step, as JSON', '', `${text(defaultGuestLimits.answerLength)} characters`],
      ['actions of a step', '', text(frame.actions.maxItems as number)],
      ['subscriptions', '', text(frame.subscribe.maxItems as number)],
      ['longest timer', '', `${text(longestTimerMs / 86_400_000)} days`],
      ['lines of a preview', text(mostPreviewLines), text(mostPreviewLines)],
      ['figures of a preview', text(mostPreviewFigures), text(mostPreviewFigures)],
      ['suggested values', text(mostSuggestions), text(mostSuggestions)],
    ],
  );
}
