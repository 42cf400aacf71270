import { useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { lazyPart } from '../states/lazy-part.ts';
import { SteadySuspense } from '../states/steady-suspense.tsx';
import type { Column } from './column.ts';
import styles from './data-table.module.css';

export interface ColumnChooserProps {
  /** What the rows are does not matter here. */
  readonly columns: readonly Column<never>[];
  /** Ids of those that are on the screen. */
  readonly shown: readonly string[];
  readonly label: string;
  /** Told what the user shows or hides. */
  readonly onChange: (changed: Readonly<Record<string, boolean>>) => void;
}

const load = () => import('./column-menu.tsx');
const ColumnMenu = lazyPart(async () => (await load()).ColumnMenu);

/** The button that opens the list of columns. Menus are heavy and wanted by few: it is made when pointer or focus comes near. */
export function ColumnChooser(props: ColumnChooserProps) {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const want = (): void => setWanted(true);
  const show = (opens: boolean): void => {
    want();
    setOpen(opens);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.chooserButton}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={open}
        title={props.label}
        onPointerEnter={want}
        onFocus={want}
        onPointerDown={() => {
          wasOpen.current = open;
        }}
        onClick={() => {
          show(!wasOpen.current);
          wasOpen.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          show(true);
        }}
      >
        <Icon name="columns" size={14} />
      </button>
      {wanted && (
        <SteadySuspense fallback={null}>
          <ColumnMenu {...props} button={button} open={open} onOpen={setOpen} />
        </SteadySuspense>
      )}
    </>
  );
}
