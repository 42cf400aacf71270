import { type Schema, Validator } from '@cfworker/json-schema';
import type { RegistryWidgetsType, RJSFSchema, UiSchema, ValidatorType, WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import { type FieldWidget, type FormSchema, sendable, widgetOf } from './form-schema.ts';
import { AccountWidget } from './widgets/account-widget.tsx';
import { AssetsWidget } from './widgets/assets-widget.tsx';
import { ChoiceWidget } from './widgets/choice-widget.tsx';
import { DecimalWidget } from './widgets/decimal-widget.tsx';
import { InstrumentWidget } from './widgets/instrument-widget.tsx';
import { SwitchWidget } from './widgets/switch-widget.tsx';
import { NumbersWidget, WordsWidget } from './widgets/words-widget.tsx';

/** rjsf takes plain functions only: it does not know the memos of this React. */
const plain = (Widget: ComponentType<WidgetProps>) => (props: WidgetProps) => <Widget {...props} />;

export const widgets: RegistryWidgetsType & Record<FieldWidget, unknown> = {
  account: plain(AccountWidget),
  instrument: plain(InstrumentWidget),
  assets: plain(AssetsWidget),
  choice: plain(ChoiceWidget),
  switch: plain(SwitchWidget),
  decimal: plain(DecimalWidget),
  integer: plain(DecimalWidget),
  numbers: plain(NumbersWidget),
  words: plain(WordsWidget),
};

/** The schema as rjsf takes it: defaults are filled in before, for a field that is emptied must stay empty. */
export function rjsfSchema(schema: FormSchema): RJSFSchema {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === 'default' ? undefined : value))) as RJSFSchema;
}

/** Which widget draws which field. */
export function uiSchemaOf(schema: FormSchema): UiSchema {
  const widget = widgetOf(schema);
  if (widget !== null) return { 'ui:widget': widget };
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, uiSchemaOf(field)]));
}

/** rjsf asks only which branch of a schema a value belongs to; problems are found by `FormCheck`. */
export const branchValidator: ValidatorType = {
  isValid: (schema, value, root) => {
    const { definitions, $defs } = root;
    const whole = { ...(definitions === undefined ? {} : { definitions }), ...($defs === undefined ? {} : { $defs }), ...schema };
    return new Validator(whole as unknown as Schema, '7', true).validate(sendable(value)).valid;
  },
  rawValidation: () => ({ errors: [] }),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
};
