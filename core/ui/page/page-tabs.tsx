import { Tab, TabList } from '@fluentui/react-components';
import styles from './page-tabs.module.css';

interface PageTabsProps<T extends string> {
  /** What the row is called by who cannot see it. */
  readonly label: string;
  readonly value: T;
  readonly tabs: ReadonlyArray<readonly [value: T, title: string]>;
  readonly onChange: (value: T) => void;
  /** Of the part that they show: each tab says so, with an id of its own, `<panelId>-<value>`. */
  readonly panelId?: string;
}

/** The parts of a page, one of which is open; stands below its head, over the whole width. */
export const PageTabs = <T extends string>({ label, value, tabs, onChange, panelId }: PageTabsProps<T>) => (
  <TabList
    className={styles.tabs}
    size="small"
    selectedValue={value}
    onTabSelect={(_, chosen) => onChange(chosen.value as T)}
    aria-label={label}
  >
    {tabs.map(([one, title]) => (
      <Tab key={one} value={one} {...(panelId === undefined ? {} : { id: `${panelId}-${one}`, 'aria-controls': panelId })}>
        {title}
      </Tab>
    ))}
  </TabList>
);
