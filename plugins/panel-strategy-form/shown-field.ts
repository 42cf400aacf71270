import type { Texts } from '../../core/contract/client-services.ts';
import type { StrategyTemplate } from '../../core/contract/strategies.ts';
import { signedDecimalPattern } from '../../core/domain/numbers/decimal.ts';
import { formatDecimal, percentText } from '../../core/domain/numbers/number-text.ts';
import { splitKey } from '../../core/ui/text/split-key.ts';

interface FieldSchema {
  readonly title?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly 'x-unit'?: string;
}

export interface ShownField {
  readonly title: string;
  readonly value: string;
}

/** A field of the params as the form calls it, and a value as it would stand there. */
export function shownField({ schema }: StrategyTemplate, field: string, value: unknown, texts: Pick<Texts, 't'>): ShownField {
  const found = field.split('.').reduce<FieldSchema | undefined>((one, name) => one?.properties?.[name], schema as FieldSchema);
  const say = (key: string): string => {
    const { namespace, key: own } = splitKey(key);
    return texts.t(namespace, own);
  };
  const title = found?.title === undefined ? field : say(found.title);
  const text = String(value);
  if (typeof value === 'boolean') return { title, value: texts.t('panel-strategy-form', value ? 'suggest.on' : 'suggest.off') };
  if (found?.enum !== undefined) return { title, value: found.title === undefined ? text : say(`${found.title}.${text}`) };
  if (!signedDecimalPattern.test(text)) return { title, value: text };
  return { title, value: found?.['x-unit'] === 'rate' ? percentText(text) : formatDecimal(text) };
}
