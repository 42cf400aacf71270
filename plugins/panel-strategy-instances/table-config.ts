import type { PanelConfig, PanelMigration } from '../../core/contract/panel.ts';
import type { TableState } from '../../core/ui/index.ts';

/** Columns that had names of their own before version 2. */
const columnNames: Readonly<Record<string, string>> = { start_time: 'startedMs', stop_time: 'stoppedMs' };
const nameOf = (column: string): string => columnNames[column] ?? column;

/** What the lists of instances remember of their columns. */
export const tableOf = (config: PanelConfig): TableState => (config.table as TableState | undefined) ?? {};

function renamed<T>(byColumn: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(byColumn).map(([column, value]) => [nameOf(column), value]));
}

export const migrations: readonly PanelMigration[] = [
  {
    to: 2,
    up: (config) => {
      if (config.table === undefined) return config;
      const { order, widths, shown, ...rest } = tableOf(config);
      const table: TableState = {
        ...rest,
        ...(order === undefined ? {} : { order: order === null ? null : { ...order, column: nameOf(order.column) } }),
        ...(widths === undefined ? {} : { widths: renamed(widths) }),
        ...(shown === undefined ? {} : { shown: renamed(shown) }),
      };
      return { ...config, table };
    },
  },
];
