import styles from './data-table.module.css';

interface SelectBoxProps {
  readonly state: 'none' | 'mixed' | 'all';
  readonly label: string;
  readonly onToggle: (extend: boolean) => void;
}

/** Not in the tab order: the grid that holds the focus has keys for it. Shift takes everything since the last choice. */
export const SelectBox = ({ state, label, onToggle }: SelectBoxProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks beside the box from activating the row
  <label className={styles.selectHit} onClick={(event) => event.stopPropagation()}>
    <input
      type="checkbox"
      className={styles.selectBox}
      tabIndex={-1}
      aria-label={label}
      checked={state === 'all'}
      ref={(box) => {
        if (box !== null) box.indeterminate = state === 'mixed';
      }}
      onClick={(event) => {
        event.stopPropagation();
        event.currentTarget.closest<HTMLElement>('[role=grid]')?.focus();
        onToggle(event.shiftKey);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      onChange={() => undefined}
    />
  </label>
);
