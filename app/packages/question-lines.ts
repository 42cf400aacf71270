import { accountTypes, parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import { isAsked, orderFieldTable, rowsOf } from '../../core/domain/orders/order-fields.ts';
import type { FrameQuestion } from './order-question.ts';

interface Words {
  /** Of an enum's value. */
  word(value: string): string;
  change(value: string, before: string): string;
  /** Of a field, such as `takeProfit.price`. */
  field(name: string): string;
  exchange(id: string): string;
  account(apiId: number): string;
}

interface QuestionLine {
  readonly name: string;
  readonly value: string;
}

/** What an order is, in the order in which one reads it; fields that are not named here come after. */
const first = ['side', 'type', 'symbol', 'exchange', 'apiId', 'qty', 'quoteAmount', 'price', 'triggerPrice'];
const flags = ['true', 'false'] as const;
/** Fields whose values the user reads in his words. */
export const wordedFields: Readonly<Record<string, readonly string[]>> = {
  accountType: accountTypes,
  ...Object.fromEntries(
    rowsOf(orderFieldTable, isAsked).flatMap(([name, { kind, words }]) => {
      const values = kind === 'flag' ? flags : words;
      return values === undefined ? [] : [[name, values]];
    }),
  ),
};

/** Every field of what would be sent, none left out. */
export function questionLines(question: FrameQuestion, words: Words): readonly QuestionLine[] {
  const fields = fieldsOf(question);
  const names = [...first.filter((name) => name in fields), ...Object.keys(fields).filter((name) => !first.includes(name))];
  return names.flatMap((name) => linesOf(name, fields[name], question, words));
}

function fieldsOf(question: FrameQuestion): Readonly<Record<string, unknown>> {
  if (question.kind === 'place') {
    const { instrumentId, ...terms } = question.order;
    return { ...marketFields(instrumentId), ...terms };
  }
  const { instrumentId, orderId, side, type, apiId, qty, quoteAmount, price, triggerPrice } = question.order;
  const changed = question.kind === 'amend' ? question.change : {};
  const fields = { orderId, side, type, ...marketFields(instrumentId), apiId, qty, quoteAmount, price, triggerPrice, ...changed };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** A market as one reads it; what names none is shown as it came, and the server refuses it. */
function marketFields(id: string): Readonly<Record<string, unknown>> {
  const key = parseInstrumentId(id);
  return key === null ? { instrumentId: id } : { symbol: key.symbol, exchange: key.exchange, accountType: key.accountType };
}

function linesOf(name: string, value: unknown, question: FrameQuestion, words: Words): readonly QuestionLine[] {
  if (value === undefined) return [];
  if (typeof value === 'object' && value !== null) {
    const leg = Object.entries(value).flatMap(([part, one]) => (one === undefined ? [] : [[`${name}.${part}`, one] as const]));
    return leg.map(([path, one]) => ({ name: words.field(path), value: wordOf(path.slice(name.length + 1), one, words) }));
  }
  const text = wordOf(name, value, words);
  const before = question.kind === 'amend' ? question.order[name as 'price' | 'qty' | 'triggerPrice'] : undefined;
  const isChanged = question.kind === 'amend' && typeof before === 'string' && before !== value;
  return [{ name: words.field(name), value: isChanged ? words.change(text, before) : text }];
}

function wordOf(name: string, value: unknown, words: Words): string {
  if (name === 'exchange') return words.exchange(String(value));
  if (name === 'apiId') return words.account(Number(value));
  const text = String(value);
  // What is none of them is refused by the server; it is shown as it came.
  return wordedFields[name]?.includes(text) === true ? words.word(text) : text;
}
