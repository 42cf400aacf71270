import type { StateTable } from './state-table.ts';

/** Life of a strategy instance. INTERRUPTED ends it for good: it cannot resume. */
export const instanceStatuses = ['PREPARING', 'TRADING', 'STOPPING', 'STOPPED', 'INTERRUPTED'] as const;
export type InstanceStatus = (typeof instanceStatuses)[number];

export const instanceStatusTable: StateTable<InstanceStatus> = {
  name: 'instance',
  next: {
    PREPARING: ['TRADING', 'STOPPING', 'INTERRUPTED'],
    TRADING: ['STOPPING', 'INTERRUPTED'],
    STOPPING: ['STOPPED', 'INTERRUPTED'],
    STOPPED: [],
    INTERRUPTED: [],
  },
};

/** Nothing leads on from here. */
export const hasEnded = (status: InstanceStatus): boolean => instanceStatusTable.next[status].length === 0;
