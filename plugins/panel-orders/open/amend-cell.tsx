import { observer } from 'mobx-react-lite';
import type { KeyboardEvent, ReactNode } from 'react';
import type { AppError } from '../../../core/contract/app-error.ts';
import type { Order } from '../../../core/contract/client-services.ts';
import { stepDecimal, type Translate, useDecimalText, useText } from '../../../core/ui/index.ts';
import { amendableFields } from '../order-figures.ts';
import styles from '../orders.module.css';
import type { Services } from '../requires.ts';
import { type AmendField, type CellEdit, type OrderActions, termOf } from './order-actions.ts';

interface AmendCellProps {
  readonly actions: OrderActions;
  readonly services: Services;
  readonly t: Translate;
  readonly order: Order;
  readonly field: AmendField;
  /** The value as it is shown while nobody edits it. */
  readonly children: ReactNode;
}

/** A number of an open order that is changed where it stands. */
export const AmendCell = observer(function AmendCell({ actions, services, t, order, field, children }: AmendCellProps) {
  const edit = actions.editOf(order, field);
  if (edit !== null) return <CellInput actions={actions} services={services} t={t} order={order} edit={edit} />;
  if (!amendableFields(order).includes(field) || actions.accessTo(order).outcome !== 'granted') return children;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.editable}
      title={t(`amend.${field}`)}
      onClick={() => actions.begin(order, field)}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {children}
    </button>
  );
});

interface CellInputProps {
  readonly actions: OrderActions;
  readonly services: Services;
  readonly t: Translate;
  readonly order: Order;
  readonly edit: CellEdit;
}

function CellInput({ actions, services, t, order, edit }: CellInputProps) {
  const { field, value, sending, error } = edit;
  const instrument = services.markets.instrument(order.instrumentId);
  const ui = useText('ui');
  const typing = useDecimalText(value, (typed) => actions.type(typed));
  const step = (field === 'qty' ? instrument?.lot : instrument?.tick) ?? '1';
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    event.stopPropagation();
    const { key, shiftKey, currentTarget } = event;
    // Found now: once the answer is here, the input has left the table.
    const table = currentTarget.closest<HTMLElement>('[role=grid]');
    const backToTable = (): void => table?.focus();
    // Half a minute later the user may be at something else.
    const isFree = (): boolean => document.activeElement === document.body || table?.contains(document.activeElement) === true;
    const sent = (leftError: AppError | null): void => {
      if (leftError !== null) services.notices.error(leftError);
      else if (actions.edit === null && isFree()) backToTable();
    };
    if (key === 'Enter') {
      if (!typing.isHalfGrouped) void actions.send(order).then(sent);
    } else if (key === 'Escape') {
      actions.restore();
      backToTable();
    } else if (key === 'Tab') actions.step(order, shiftKey ? -1 : 1);
    else if (key === 'ArrowUp' || key === 'ArrowDown')
      actions.type(stepDecimal(value, step, (key === 'ArrowUp' ? 1 : -1) * (shiftKey ? 10 : 1)));
    else return;
    event.preventDefault();
  };
  const refused = error === null ? null : services.texts.errorText(error);
  const problem = typing.isHalfGrouped ? ui('decimal.comma') : refused;
  const errorId = `amend-${order.orderId}-${field}`;
  return (
    <span className={styles.cell}>
      <input
        className={styles.cellInput}
        aria-label={t(`amend.${field}`)}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : errorId}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to edit this very cell
        autoFocus
        readOnly={sending}
        value={typing.text}
        onFocus={(event) => {
          event.currentTarget.select();
          typing.onFocus(event);
        }}
        onChange={(event) => typing.onText(event.target.value)}
        onBlur={() => {
          if (value === termOf(order, field)) actions.restore();
        }}
        onKeyDown={onKeyDown}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      {problem !== null && (
        <span id={errorId} role="alert" className={styles.cellError}>
          {problem}
        </span>
      )}
    </span>
  );
}
