import type { AlertChannel, AlertCondition } from '../../core/domain/markets/price-alert.ts';
import { normalDecimal } from '../../core/ui/index.ts';

/** Every field that some kind of alert has, as typed; what a kind does not show is kept for when it is chosen again. */
export interface AlertFields {
  readonly kind: AlertCondition['kind'];
  readonly price: string;
  readonly low: string;
  readonly high: string;
  readonly percent: string;
}

export const shownFields = {
  CROSS: ['price'],
  RANGE: ['low', 'high'],
  AMPLITUDE: ['percent'],
} as const;

/** A new alert starts at the price of now. */
export function fieldsOf(condition: AlertCondition | null, price: string | null): AlertFields {
  const start = price ?? '';
  const empty: AlertFields = { kind: 'CROSS', price: start, low: start, high: start, percent: '1' };
  return condition === null ? empty : { ...empty, ...condition };
}

/** Null while a field is missing. */
export function conditionOf(fields: AlertFields): AlertCondition | null {
  if (shownFields[fields.kind].some((field) => normalDecimal(fields[field]) === '')) return null;
  switch (fields.kind) {
    case 'CROSS':
      return { kind: 'CROSS', price: normalDecimal(fields.price) };
    case 'RANGE':
      return { kind: 'RANGE', low: normalDecimal(fields.low), high: normalDecimal(fields.high) };
    case 'AMPLITUDE':
      return { kind: 'AMPLITUDE', percent: normalDecimal(fields.percent) };
  }
}

/** Where an alert is told, as one chooses it. */
export const channelChoices = { BOTH: ['WEB', 'APP'], WEB: ['WEB'], APP: ['APP'] } as const satisfies Readonly<
  Record<string, readonly AlertChannel[]>
>;
export const channelOf = (channels: readonly AlertChannel[]): keyof typeof channelChoices =>
  channels.length === 1 ? (channels[0] as AlertChannel) : 'BOTH';
