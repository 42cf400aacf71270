import type { WidgetProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { DecimalInput, formatDecimal, normalDecimal } from '../../../core/ui/index.ts';
import { HelpMark } from '../field-frame.tsx';
import { unitOf } from '../field-unit.ts';
import { type FormSchema, isSigned } from '../form-schema.ts';
import { fractionOf, percentOf } from '../typed-rate.ts';
import { useField } from '../use-field.ts';

/** Decimals and whole numbers. What is typed may stand a moment that is no value yet, such as `1.` */
export const DecimalWidget = observer(function DecimalWidget(props: WidgetProps) {
  const { scene, path, schema, label, help, error, hint, fixed, required, value, change } = useField(props);
  const { t, services } = scene;
  const id = useId();
  const marketId = scene.marketOf(path);
  const unit = unitOf(schema, marketId === null ? null : services.markets.instrument(marketId), t);
  const [typed, setTyped] = useState('');
  const text = Object.is(typedValue(typed, schema), value) ? typed : shownText(value, schema);
  return (
    <DecimalInput
      label={label}
      mark={<HelpMark of={label} help={help} id={id} />}
      describedBy={help === null ? undefined : id}
      value={text}
      onChange={(next) => {
        setTyped(next);
        change(typedValue(next, schema));
      }}
      step={unit.step}
      unit={unit.text === '' ? undefined : unit.text}
      signed={isSigned(schema)}
      error={error}
      help={hint ?? limitsOf(schema)}
      placeholder={required ? '' : t('optional')}
      disabled={fixed}
    />
  );
});

function typedValue(typed: string, { type, 'x-unit': unit }: FormSchema): string | number | undefined {
  const plain = unit === 'rate' ? fractionOf(typed) : normalDecimal(typed);
  if (plain === '' || plain === '-') return undefined;
  return type === 'string' ? plain : Number(plain);
}

function shownText(value: unknown, { 'x-unit': unit }: FormSchema): string {
  if (value === undefined || value === null) return '';
  return unit === 'rate' ? percentOf(String(value)) : String(value);
}

/** `1 – 20`, `≥ 1,000`. */
function limitsOf({ minimum, maximum }: FormSchema): string {
  const text = (limit: number): string => formatDecimal(String(limit));
  if (minimum !== undefined && maximum !== undefined) return `${text(minimum)} – ${text(maximum)}`;
  if (minimum !== undefined) return `≥ ${text(minimum)}`;
  return maximum === undefined ? '' : `≤ ${text(maximum)}`;
}
