import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import floating from '../floating/floating.module.css';
import { useFloating } from '../floating/use-floating.ts';
import { Icon } from '../icon.tsx';
import styles from './select.module.css';
import type { SelectOption } from './select-options.ts';

interface SelectListProps {
  /** Options have it with their index behind it. */
  readonly id: string;
  readonly label: string | undefined;
  readonly labelledBy: string | undefined;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly options: readonly SelectOption[];
  readonly chosen: number;
  readonly active: number;
  readonly onActive: (at: number) => void;
  readonly onChoose: (at: number) => void;
  readonly onLeave: () => void;
}

/** The open list of a select, which never has the focus itself. */
export function SelectList(props: SelectListProps) {
  const { id, label, labelledBy, button, options, active, onLeave } = props;
  const list = useRef<HTMLDivElement>(null);
  useFloating({ anchor: button, surface: list, onLeave });
  useLayoutEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  const named = label ?? (labelledBy === undefined ? button.current?.labels?.[0]?.textContent?.trim() : undefined);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its keys come to the button
    <div
      ref={list}
      id={`${id}-list`}
      popover="manual"
      role="listbox"
      aria-label={named}
      aria-labelledby={labelledBy}
      className={`${floating.surface} ${styles.list}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        // Neither a click on the label around it nor on the row that it lies in.
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {grouped(options).map(({ group, from, members }) =>
        group === undefined ? (
          members.map((option, at) => <Option key={option.value} {...props} option={option} at={from + at} />)
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a group of options and not of fields
          <div key={`${group} ${from}`} role="group" aria-label={group}>
            <Caption>{group}</Caption>
            {members.map((option, at) => (
              <Option key={option.value} {...props} option={option} at={from + at} />
            ))}
          </div>
        ),
      )}
    </div>
  );
}

const Caption = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.caption} aria-hidden="true">
    {children}
  </div>
);

function Option({ id, option, at, chosen, active, onActive, onChoose }: SelectListProps & { option: SelectOption; at: number }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button has the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: its keys come to the button
    <div
      id={`${id}-${at}`}
      role="option"
      data-at={at}
      data-value={option.value}
      aria-selected={at === chosen}
      aria-disabled={option.disabled}
      title={option.title}
      lang={option.lang}
      className={at === active ? `${styles.option} ${styles.active}` : styles.option}
      onPointerMove={() => {
        if (at !== active) onActive(at);
      }}
      onClick={() => onChoose(at)}
    >
      {option.icon !== undefined && <Icon name={option.icon} size={14} />}
      <span className={styles.words}>
        {option.label}
        {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
      </span>
      <span className={styles.mark}>{at === chosen && <Icon name="check" size={12} />}</span>
    </div>
  );
}

interface Group {
  readonly group: string | undefined;
  /** Index of its first option. */
  readonly from: number;
  readonly members: SelectOption[];
}

function grouped(options: readonly SelectOption[]): readonly Group[] {
  const groups: Group[] = [];
  options.forEach((option, at) => {
    const last = groups.at(-1);
    if (last !== undefined && last.group === option.group) last.members.push(option);
    else groups.push({ group: option.group, from: at, members: [option] });
  });
  return groups;
}
