import { marketOf } from '../../core/contract/market-of.ts';
import { accountTypes } from '../../core/domain/markets/instrument.ts';
import { isAsked, orderFieldTable, rowsOf } from '../../core/domain/orders/order-fields.ts';
import type { Question } from './order-question.ts';

interface Words {
  /** Of an enum's value. */
  word(value: string): string;
  change(value: string, before: string): string;
  /** Of a field of the wire, such as `take_profit.price`. */
  field(name: string): string;
  exchange(id: string): string;
  account(apiId: number): string;
}

export interface QuestionLine {
  readonly name: string;
  readonly value: string;
}

/** What an order is, in the order in which one reads it; fields that are not named here come after. */
const first = ['side', 'type', 'symbol', 'exchange', 'api_id', 'qty', 'quote_amount', 'price', 'trigger_price'];
const flags = ['true', 'false'] as const;
/** Fields whose values the user reads in his words. */
export const wordedFields: Readonly<Record<string, readonly string[]>> = {
  account_type: accountTypes,
  ...Object.fromEntries(
    rowsOf(orderFieldTable, isAsked).flatMap(([, { wire, kind, words }]) => {
      const values = kind === 'flag' ? flags : words;
      return values === undefined ? [] : [[wire, values]];
    }),
  ),
};

/** Every field of what would be sent, none left out. */
export function questionLines(question: Question, words: Words): readonly QuestionLine[] {
  const fields = fieldsOf(question);
  const names = [...first.filter((name) => name in fields), ...Object.keys(fields).filter((name) => !first.includes(name))];
  return names.flatMap((name) => linesOf(name, fields[name], question, words));
}

function fieldsOf(question: Question): Readonly<Record<string, unknown>> {
  if (question.kind === 'place') return question.order;
  const { id, order_id, side, type, api_id, qty, quote_amount, price, trigger_price } = question.order;
  const changed = question.kind === 'amend' ? question.change : {};
  const { triggerPrice, ...rest } = changed;
  const fields = { order_id, side, type, ...marketOf(id), api_id, qty, quote_amount, price, trigger_price };
  return Object.fromEntries(
    Object.entries({ ...fields, ...rest, ...(triggerPrice === undefined ? {} : { trigger_price: triggerPrice }) }).filter(
      ([, value]) => value !== null,
    ),
  );
}

function linesOf(name: string, value: unknown, question: Question, words: Words): readonly QuestionLine[] {
  if (value === undefined) return [];
  if (typeof value === 'object' && value !== null) {
    const leg = Object.entries(value).flatMap(([part, one]) => (one === undefined ? [] : [[`${name}.${part}`, one] as const]));
    return leg.map(([path, one]) => ({ name: words.field(path), value: wordOf(path.slice(name.length + 1), one, words) }));
  }
  const text = wordOf(name, value, words);
  const before = question.kind === 'amend' ? question.order[name as 'price' | 'qty' | 'trigger_price'] : undefined;
  const isChanged = question.kind === 'amend' && typeof before === 'string' && before !== value;
  return [{ name: words.field(name), value: isChanged ? words.change(text, before) : text }];
}

function wordOf(name: string, value: unknown, words: Words): string {
  if (name === 'exchange') return words.exchange(String(value));
  if (name === 'api_id') return words.account(Number(value));
  const text = String(value);
  // What is none of them is refused by the server; it is shown as it came.
  return wordedFields[name]?.includes(text) === true ? words.word(text) : text;
}
