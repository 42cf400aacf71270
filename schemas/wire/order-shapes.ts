import {
  type TBoolean,
  type TInteger,
  type TNull,
  type TOptional,
  type TSchema,
  type TString,
  type TUnion,
  type TUnsafe,
  Type,
} from '@sinclair/typebox';
import {
  isAsked,
  isOfLegs,
  isTold,
  type OrderFieldRow,
  type OrderFields,
  type OrderFieldTable,
  orderFieldTable,
  rowsOf,
} from '../../core/domain/orders/order-fields.ts';
import { ApiId, ClientOrderId, Decimal, nullable, OrderId, oneOf, strict, TimeMs } from '../common.ts';

/** Schemas of orders, made of the one table of their fields: of a request and of a view by the words of the wire, of an intent by those of the house. */

type ValueSchema<R> = R extends { words: infer W extends readonly string[] }
  ? TUnsafe<W[number]>
  : R extends { kind: 'flag' }
    ? TBoolean
    : R extends { kind: 'account' | 'time' }
      ? TInteger
      : TString;

type AskedSchema<R, L extends TSchema> = R extends { kind: 'leg' }
  ? TOptional<L>
  : R extends { asked: 'perhaps' }
    ? TOptional<ValueSchema<R>>
    : ValueSchema<R>;

type ToldSchema<R> = R extends { told: 'orNull' }
  ? TUnion<[ValueSchema<R>, TNull]>
  : R extends { told: 'unusual' }
    ? TOptional<ValueSchema<R>>
    : ValueSchema<R>;

type LegProperties = {
  [K in keyof OrderFields as OrderFields[K] extends { ofLegs: true } ? OrderFields[K]['wire'] : never]: AskedSchema<OrderFields[K], never>;
};
type Leg = ReturnType<typeof strict<LegProperties>>;

export type RequestProperties = {
  [K in keyof OrderFields as OrderFields[K] extends { asked: string } ? OrderFields[K]['wire'] : never]: AskedSchema<OrderFields[K], Leg>;
};
export type ViewProperties = {
  [K in keyof OrderFields as OrderFields[K] extends { told: string } ? OrderFields[K]['wire'] : never]: ToldSchema<OrderFields[K]>;
};

const schemas: Readonly<Record<OrderFieldRow['kind'], (row: OrderFieldRow) => TSchema>> = {
  word: ({ words = [] }) => oneOf(words),
  decimal: () => Decimal,
  flag: () => Type.Boolean(),
  id: () => OrderId,
  name: () => ClientOrderId,
  text: () => Type.String(),
  account: () => ApiId,
  time: () => TimeMs,
  leg: () => Type.Never(),
};

const askedSchemas = (table: OrderFieldTable, is: (row: OrderFieldRow) => boolean, nameOf: NameOf, leg: TSchema): Record<string, TSchema> =>
  Object.fromEntries(
    rowsOf(table, is).map(([name, row]) => {
      const schema = row.kind === 'leg' ? leg : schemas[row.kind](row);
      return [nameOf(name, row), row.asked === 'always' ? schema : Type.Optional(schema)];
    }),
  );

type NameOf = (name: string, row: OrderFieldRow) => string;
const byWire: NameOf = (_name, { wire }) => wire;
const byName: NameOf = (name) => name;

/** What an order or a pair is asked for with, without its market. */
export const requestProperties = (table: OrderFieldTable = orderFieldTable): RequestProperties =>
  askedSchemas(table, isAsked, byWire, strict(askedSchemas(table, isOfLegs, byWire, Type.Never()))) as RequestProperties;

/** What is told of an order, without its market. A sender's own name is told as it stands: it may be empty, and an exchange's may look otherwise. */
export const viewProperties = (table: OrderFieldTable = orderFieldTable): ViewProperties =>
  Object.fromEntries(
    rowsOf(table, isTold).map(([, row]) => {
      const schema = row.kind === 'name' ? Type.String() : schemas[row.kind](row);
      if (row.told === 'orNull') return [row.wire, nullable(schema)];
      return [row.wire, row.told === 'unusual' ? Type.Optional(schema) : schema];
    }),
  ) as ViewProperties;

/** What a strategy asks for, without its market; the runtime gives the client order id. */
export const intentProperties = (table: OrderFieldTable = orderFieldTable): Record<string, TSchema> =>
  askedSchemas(table, (row) => isAsked(row) && row.kind !== 'name', byName, strict(askedSchemas(table, isOfLegs, byName, Type.Never())));
