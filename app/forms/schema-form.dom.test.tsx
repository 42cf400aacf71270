import { act, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { someInstrument } from '../../core/client/testing/views.ts';
import type { FieldProblem, SchemaFormProps } from '../../core/contract/forms.ts';
import english from '../../locales/en/forms.json';
import simplified from '../../locales/zh-CN/forms.json';
import traditional from '../../locales/zh-TW/forms.json';
import templateTexts from '../../plugins/_templates/strategy/locales/en.json';
import { Params as TemplateParams } from '../../plugins/_templates/strategy/params.ts';
import gridTexts from '../../plugins/strategy-shock-grid/locales/en.json';
import gridSimplified from '../../plugins/strategy-shock-grid/locales/zh-CN.json';
import gridTraditional from '../../plugins/strategy-shock-grid/locales/zh-TW.json';
import { Params as GridParams } from '../../plugins/strategy-shock-grid/params.ts';
import executeTexts from '../../plugins/strategy-smart-execute/locales/en.json';
import { Params as ExecuteParams } from '../../plugins/strategy-smart-execute/params.ts';
import arbitrageTexts from '../../plugins/strategy-spread-arbitrage/locales/en.json';
import { Params as ArbitrageParams } from '../../plugins/strategy-spread-arbitrage/params.ts';
import { assetsField } from '../../schemas/forms.ts';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import { flatTexts } from '../i18n/flat-texts.ts';
import type { FormValue } from './form-schema.ts';
import type { FormServices } from './forms.ts';
import { schemaFormWith } from './schema-form.tsx';

const bitcoin = someInstrument('aurora');
const ether = someInstrument('borealis', 'ETHUSDT');
const instruments = [bitcoin, ether];
const account = (apiId: number, exchange: string) => ({ apiId, name: `Main ${apiId}`, exchange });
const apiAccounts = [account(1, 'aurora'), account(2, 'borealis')];

const services = {
  markets: {
    loading: false,
    instruments,
    instrument: (id: string) => instruments.find((one) => one.id === id) ?? null,
    ticker: () => null,
    watchTickers: () => () => undefined,
    exchangeTitle: (exchange: string) => exchange[0]?.toUpperCase() + exchange.slice(1),
  },
  accounts: {
    loading: false,
    apiAccounts,
    accountFor: (exchange: string) => apiAccounts.find((one) => one.exchange === exchange) ?? null,
  },
  documents: {
    open: () => ({ loaded: Promise.resolve(), content: { ids: [ether.id] }, onChange: () => () => undefined, close: () => undefined }),
  },
  stream: { subscribe: () => () => undefined },
} as unknown as FormServices;
const SchemaForm = schemaFormWith(services);

let page: Rendered;
let value: FormValue;
let problems: readonly FieldProblem[];
afterEach(() => page.close());

function Owner(props: Omit<SchemaFormProps, 'value' | 'onChange' | 'label'> & { readonly start: FormValue }) {
  const { start, ...rest } = props;
  const [current, setCurrent] = useState<FormValue>(start);
  return (
    <SchemaForm
      {...rest}
      label="Parameters"
      value={current}
      onChange={(next, found) => {
        value = next;
        problems = found;
        setCurrent(next);
      }}
    />
  );
}

const texts = { forms: english, 'strategy-shock-grid': flatTexts(gridTexts), 'strategy-spread-arbitrage': flatTexts(arbitrageTexts) };
const show = async (start: FormValue, props: Partial<SchemaFormProps> = {}, own: Record<string, object> = texts): Promise<void> => {
  page = await render(<Owner start={start} schema={GridParams} {...props} />, own);
};
const cell = (field: string): HTMLElement => page.container.querySelector(`[data-field="${field}"]`) as HTMLElement;
const input = (field: string): HTMLInputElement => cell(field).querySelector('input, [role=combobox]') as HTMLInputElement;
const type = (field: string, text: string) =>
  act(async () => {
    const target = input(field);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, text);
    target.dispatchEvent(new Event('input', { bubbles: true }));
  });
const leave = (field: string) => act(async () => void input(field).dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const messageOf = (field: string): string | undefined => problems.find((problem) => problem.field === field)?.message;

const good = { apiId: 1, instrumentId: bitcoin.id, lowPrice: '90', highPrice: '110', orderQty: '0.1' };

describe('a form of a schema', () => {
  it('shows its fields by group in the order of groups, required ones first', async () => {
    await show(good);
    const sections = [...page.container.querySelectorAll('section')].map((section) => section.getAttribute('aria-label'));
    expect(sections).toEqual(['Market', 'Price range and spread', 'Orders', 'Take profit and stop']);
    const fields = [...page.container.querySelectorAll<HTMLElement>('[data-field]')].map(({ dataset }) => dataset.field);
    expect(fields).toEqual([
      'apiId',
      'instrumentId',
      'lowPrice',
      'highPrice',
      'levels',
      'stepRanges',
      'orderQty',
      'startPosition',
      'sellAtStop',
      'takeProfit',
      'stopLoss',
    ]);
  });

  it('fills what is absent with the schema’s defaults and says so once, without a word of React', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await show(good);
    expect(value).toEqual({ ...good, levels: 10, sellAtStop: false });
    expect(problems).toEqual([]);
    expect(complaints.mock.calls).toEqual([]);
    complaints.mockRestore();
  });

  it('shows units of the chosen market, and limits', async () => {
    await show(good);
    expect(cell('lowPrice').textContent).toContain('USDT');
    expect(cell('orderQty').textContent).toContain('BTC');
    expect(cell('levels').textContent).toContain('2 – 200');
    expect(cell('levels').querySelector('[hidden]')?.id).toBe(input('levels').getAttribute('aria-describedby')?.split(' ').at(-1));
  });

  it('leaves a field empty that was emptied, and says that it may not be', async () => {
    await show(good);
    await type('levels', '');
    expect(input('levels').value).toBe('');
    expect(messageOf('levels')).toBe('Levels cannot be empty');
    await type('levels', '4');
    expect([value.levels, problems]).toEqual([4, []]);
  });

  it.each([
    ['English', { forms: english, 'strategy-shock-grid': flatTexts(gridTexts) }, 'Levels must be at most 200'],
    ['Simplified Chinese', { forms: simplified, 'strategy-shock-grid': flatTexts(gridSimplified) }, '网格数不能大于 200'],
    ['Traditional Chinese', { forms: traditional, 'strategy-shock-grid': flatTexts(gridTraditional) }, '網格數不可大於 200'],
  ])('says at once in %s which field breaks which rule', async (_language, own, message) => {
    await show(good, {}, own);
    await type('levels', '201');
    expect(messageOf('levels')).toBe(message);
    expect(cell('levels').textContent).toContain(message);
    expect(input('levels').getAttribute('aria-invalid')).toBe('true');
  });

  it('does not blame a field that nobody has been to, until it was visited or all is to be said', async () => {
    await show({ instrumentId: bitcoin.id });
    expect(messageOf('lowPrice')).toBe('Lowest price cannot be empty');
    expect(cell('lowPrice').textContent).not.toContain('cannot be empty');
    await leave('lowPrice');
    expect(cell('lowPrice').textContent).toContain('Lowest price cannot be empty');
    await page.close();
    await show({ instrumentId: bitcoin.id }, { revealed: true });
    expect(cell('highPrice').textContent).toContain('Highest price cannot be empty');
  });

  it('keeps what is half typed, and takes it as a number once it is one', async () => {
    await show(good);
    await type('lowPrice', '90.');
    expect([input('lowPrice').value, value.lowPrice, problems]).toEqual(['90.', '90', []]);
    await type('lowPrice', '90.50');
    expect([input('lowPrice').value, value.lowPrice]).toEqual(['90.50', '90.50']);
  });

  it('chooses the account at the exchange of the market, and blames one elsewhere', async () => {
    await show({ instrumentId: ether.id });
    expect(value.apiId).toBe(2);
    await act(async () => input('apiId').click());
    await act(async () => cell('apiId').querySelector<HTMLElement>('[role=option][data-value="1"]')?.click());
    expect(messageOf('apiId')).toBe('Account must be an account at Borealis');
  });

  it('knows markets and accounts that do not exist', async () => {
    await show({ ...good, instrumentId: 'aurora/NOPE/spot', apiId: 99 });
    expect([messageOf('instrumentId'), messageOf('apiId')]).toEqual(['Market: Unknown Pair', 'Account: Please Set Api']);
  });

  it('takes markets that its owner offers beside the open ones, with any account', async () => {
    const recorded = 'replay-some/BTCUSDT/usdm';
    await show({ ...good, instrumentId: recorded }, { moreMarkets: [recorded, bitcoin.id] });
    expect(problems).toEqual([]);
    expect(input('instrumentId').value).toBe('BTCUSDT · Replay-some · usdm');
  });

  it('lets go of a market by its cross, and by keys where its text is erased or nothing was searched yet', async () => {
    const press = (key: string) =>
      act(async () => void input('instrumentId').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
    await show(good);
    await act(async () => cell('instrumentId').querySelector<HTMLElement>('[title="Clear"]')?.click());
    expect([value.instrumentId, input('instrumentId').value]).toEqual([undefined, '']);
    expect(messageOf('instrumentId')).toBe('Market cannot be empty');
    await page.close();
    await show(good);
    await type('instrumentId', '');
    expect(value.instrumentId).toBeUndefined();
    await page.close();
    await show(good);
    await act(async () => input('instrumentId').click());
    await press('Backspace');
    expect(value.instrumentId).toBeUndefined();
  });

  it('keeps its market while another one is searched for, also when what was typed is erased', async () => {
    await show(good);
    await act(async () => input('instrumentId').click());
    for (const text of ['no such market', '']) await type('instrumentId', text);
    await leave('instrumentId');
    expect(input('instrumentId').value).toContain('BTC/USDT');
  });

  it('has no cross where its market cannot be changed', async () => {
    await show(good, { mode: 'update' });
    expect(getComputedStyle(cell('instrumentId').querySelector('[title="Clear"]') as Element).display).toBe('none');
  });

  it('tells by keyboard and finger what a field is for, until Escape, without a word of it in the field’s name', async () => {
    const [field] = Object.entries(GridParams.properties).find(([, one]) => 'x-help' in one) ?? [''];
    await show(good);
    const control = input(field);
    const help = cell(field).querySelector('button') as HTMLButtonElement;
    const label = cell(field).querySelector('label')?.textContent ?? '';
    expect([help.getAttribute('aria-label'), help.type, control.labels?.[0]?.textContent]).toEqual([`About ${label}`, 'button', label]);
    const text = document.getElementById(help.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    expect(control.getAttribute('aria-describedby')?.split(' ')).toContain(help.getAttribute('aria-describedby'));
    const shown = (): string | undefined => document.querySelector('[role="tooltip"]')?.textContent;
    expect(shown()).toBeUndefined();
    await act(async () => help.click());
    expect(shown()).toBe(text);
    await act(async () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })));
    expect(shown()).toBeUndefined();
  });

  it('says of fields that cannot be changed while an instance runs that they are fixed', async () => {
    await show(good, { mode: 'update' });
    for (const [name, one] of Object.entries(GridParams.properties)) {
      const isFixed = !('x-updatable' in one);
      const says = document.getElementById(input(name).getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent;
      expect([name, input(name).disabled, says === 'Fixed while it runs']).toEqual([name, isFixed, isFixed]);
    }
    await page.close();
    await show(good, { mode: 'locked' });
    expect(page.container.textContent).not.toContain('Fixed while it runs');
  });

  it('shows what others say of a field beside it', async () => {
    await show(good, { problems: [{ field: 'orderQty', message: 'must be at least 5' }] });
    expect(cell('orderQty').textContent).toContain('must be at least 5');
  });
});

it('says of a quantity that it is missing or none in words of its own', async () => {
  const own = { forms: english, 'strategy-smart-execute': flatTexts(executeTexts) };
  await show({ apiId: 1, instrumentId: bitcoin.id }, { schema: ExecuteParams, revealed: true }, own);
  expect(cell('qty').textContent).toContain('Quantity cannot be empty');
  await page.close();
  // As from a template that somebody has written by hand; the field itself takes no letters.
  await show({ apiId: 1, instrumentId: bitcoin.id, qty: 'ten' }, { schema: ExecuteParams, revealed: true }, own);
  expect(messageOf('qty')).toBe('Invalid quantity input');
  expect(cell('qty').textContent).toContain('Invalid quantity input');
  await type('qty', '10');
  expect(messageOf('qty')).toBeUndefined();
});

it('asks for a list of assets beside its field, until it is set', async () => {
  const schema = { type: 'object', properties: { assets: assetsField({ title: 'strategy-x.params.assets' }) }, required: ['assets'] };
  const own = { forms: english, 'strategy-x': { 'params.assets': 'Currencies' } };
  await show({}, { schema, revealed: true }, own);
  const sentence = 'Please Set Currency White List';
  expect(cell('assets').textContent).toContain(sentence);
  expect(input('assets').getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(input('assets').getAttribute('aria-describedby') ?? '')?.textContent).toBe(sentence);
  await page.close();
  await show({ assets: ['BTC'] }, { schema, revealed: true }, own);
  expect([cell('assets').textContent?.includes(sentence), problems]).toEqual([false, []]);
});

it('draws the strategy that a new plugin starts with', async () => {
  await show({ instrumentId: bitcoin.id }, { schema: TemplateParams }, { forms: english, 'strategy-sample': flatTexts(templateTexts) });
  const labels = [...page.container.querySelectorAll('label')].map(({ textContent }) => textContent);
  expect(labels).toEqual(['Account', 'Market', 'Price', 'Quantity']);
  await type('price', '50000');
  await type('qty', '0.1');
  expect([value, problems]).toEqual([{ apiId: 1, instrumentId: bitcoin.id, price: '50000', qty: '0.1' }, []]);
});

it('says the words of a list in the words of the plugin, and as they are where it has none', async () => {
  const schema = {
    type: 'object',
    properties: { interval: { type: 'string', enum: ['1m', 'DAY'], title: 'strategy-x.params.interval' } },
    required: ['interval'],
  };
  await show({}, { schema }, { forms: english, 'strategy-x': { 'params.interval': 'Candles', 'params.interval.DAY': 'A day' } });
  await act(async () => input('interval').click());
  expect([...cell('interval').querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual(['Choose', '1m', 'A day']);
});

describe('a form in other modes', () => {
  it('opens only what may change while an instance runs', async () => {
    await show(good, { mode: 'update' });
    expect(['lowPrice', 'apiId', 'instrumentId', 'levels'].map((field) => input(field).disabled)).toEqual([true, true, true, true]);
    expect(['takeProfit', 'stopLoss', 'sellAtStop'].map((field) => input(field).disabled)).toEqual([false, false, false]);
  });

  it('shows everything of a locked one and opens nothing', async () => {
    await show({}, { mode: 'locked', revealed: true });
    const controls = [...page.container.querySelectorAll<HTMLInputElement>('input, [role=combobox]:not(input)')];
    expect(controls.length).toBe(11);
    expect(controls.every(({ disabled }) => disabled)).toBe(true);
    expect(page.container.querySelector('[aria-invalid=true]')).toBeNull();
  });
});

describe('fields inside of others', () => {
  it('belong to the market beside them, and rates are percent of which the value is the fraction', async () => {
    await show({ legA: { instrumentId: bitcoin.id }, legB: { instrumentId: ether.id } }, { schema: ArbitrageParams });
    expect([value.legA, value.legB]).toEqual([
      { instrumentId: bitcoin.id, apiId: 1 },
      { instrumentId: ether.id, apiId: 2 },
    ]);
    await type('minOpenSpread', '0.25');
    await type('minCloseSpread', '-0.05');
    expect([value.minOpenSpread, value.minCloseSpread]).toEqual(['0.0025', '-0.0005']);
    expect(cell('minOpenSpread').textContent).toContain('%');
  });
});
